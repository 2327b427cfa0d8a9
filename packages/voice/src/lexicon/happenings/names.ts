/** Names of storms, in the order in which they are given. */
export const STORMS =
  'Abel Berthe Corin Dagny Emeric Frieda Gorm Hedda Ivo Jorunn Klaas Liv Malo Nelke Osric Petra Quill Rike Sverre Tilda Ulf Vesna Wendel Xenia Ylva Zeno Agda Bodil Crispin Dorothea Eskil Fenna Gilles Hanna Ingmar Jette Knut Lukas Merete Njal'
/** Townspeople who are no residents: those who are mourned and those who come. */
export const GIVEN = 'Marten Elke Josse Hilda Anselm Greet Rufus Maud Piers Ottilie Barnaby Sabine Silas'
export const FAMILY =
  'Quillon Vask Hathersage Droste Pellow Imber Stoke Marrable Vaal Tench Oakham Lisle Brandt Corvey Nethersole Pym Ashlar'
export const DEAD_AS =
  'old {name}; {name} the lamplighter; {name}, who sold matches; {name} the oarsman; {name}, who kept bees; {name} from the top stair; {name} the knife-grinder'
export const GUEST_AS =
  'Dr {name}; {name} the poet; Professor {name}; Captain {name}; {name}, who builds bridges; {name} the cellist; the inspector {name}'
