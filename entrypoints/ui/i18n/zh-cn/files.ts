/** Files that a person opens in the options. */
import type { Area } from '../message-types.ts';

export const files = {
  tooLarge: '未打开“{name}”：文件有 {size, number} 字节，最多读取 {most, number} 字节。请选择较小的文件，或将其拆分。',
  notText: '未打开“{name}”：它不是 UTF-8 文本。请选择文本文件，或先将其另存为 UTF-8。',
  unreadable: '未打开“{name}”：它是文件夹，或无法读取（{why}）。请选择仍然存在且你有权读取的文件。',
} satisfies Area<'files'>;
