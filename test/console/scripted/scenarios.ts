/** The tasks offered as buttons. Data for the page. */
export interface Scenario {
  readonly id: string;
  readonly label: string;
  readonly task: string;
}

export const scenarios: readonly Scenario[] = [
  { id: 'write', label: 'Write notes.txt', task: 'Write notes.txt' },
  { id: 'revise', label: 'Read and write at once', task: 'Revise report.md' },
  { id: 'tidy', label: 'Tidy up', task: 'Tidy up' },
  { id: 'publish', label: 'Publish report.md', task: 'Publish report.md' },
  { id: 'delete', label: 'Delete both drafts at once', task: 'Delete draft-1.txt and draft-2.txt' },
  { id: 'begin', label: 'Leave it half done', task: 'Begin report.md' },
  { id: 'list', label: 'List files', task: 'List files' },
];
