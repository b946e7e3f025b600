/** Files that a person opens in the options. */
export const files = {
  tooLarge:
    '“{name}” was not opened: it has {size, number} bytes, and at most {most, number} are read. Choose a smaller file, or split it.',
  notText: '“{name}” was not opened: it is not text in UTF-8. Choose a text file, or save this one as UTF-8 first.',
  unreadable:
    '“{name}” was not opened: it is a folder, or it cannot be read ({why}). Choose a file that is still there and that you may read.',
} as const;
