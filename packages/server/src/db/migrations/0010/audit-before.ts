/** What was there before a change, so that the audit log can show the difference. */
export const auditBefore = `
alter table audit add column before TEXT;
`
