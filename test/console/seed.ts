/** The files that every console starts with, on the disk or in the page. Data only. */
export const SEED: Readonly<Record<string, string>> = {
  'notes.txt': 'Groceries: apples, bread\nCall the dentist\n',
  'report.md': '# Quarterly report\n\nNumbers are in; the text needs one more look.\n',
  'draft-1.txt': 'First attempt at the introduction. Superseded.\n',
  'draft-2.txt': 'Second attempt at the introduction. Maybe still useful.\n',
};
