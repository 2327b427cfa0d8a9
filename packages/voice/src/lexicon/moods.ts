/** Moods that make a manner terser and cooler. */
export const LOW_MOODS =
  /grump|cross|trouble|guilt|stubborn|impatient|restless|unsettl|tired|sad|anx|angry|irrit|unbend|quiet|bored|weary|gloom|chasten|humbl/i

/** Moods that make a manner warmer and more playful. */
export const HIGH_MOODS =
  /elat|delight|hope|seren|content|play|triumph|tender|satisf|happy|joy|glad|excite|cheer|grateful|proud/i

/** Moods that are spoken of as low. Wider than those that change a manner. */
export const SPOKEN_LOW =
  /grump|cross|trouble|guilt|stubborn|impatient|restless|unsettl|tired|sad|anx|angry|irrit|unbend|quiet|bored|weary|gloom|chasten|humbl|worried|lonely|hurt|nervous|afraid/i

/** Moods that are spoken of as high. */
export const SPOKEN_HIGH =
  /elat|delight|hope|seren|content|play|triumph|tender|satisf|happy|joy|glad|excite|cheer|grateful|proud|eager|amused|inspired/i
