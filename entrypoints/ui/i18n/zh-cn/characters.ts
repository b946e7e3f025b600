/** Names of characters that nobody sees. */
import type { Area } from '../message-types.ts';

export const characters = {
  named: '{name}（{code}）',
  carriageReturn: '回车符',
  escape: '转义符',
  noBreakSpace: '不换行空格',
  softHyphen: '软连字符',
  arabicLetterMark: '阿拉伯字母标记',
  zeroWidthSpace: '零宽空格',
  zeroWidthNonJoiner: '零宽不连字',
  zeroWidthJoiner: '零宽连字',
  leftToRightMark: '从左到右标记',
  rightToLeftMark: '从右到左标记',
  lineSeparator: '行分隔符',
  paragraphSeparator: '段落分隔符',
  leftToRightEmbedding: '从左到右嵌入',
  rightToLeftEmbedding: '从右到左嵌入',
  endOfDirection: '方向格式结束',
  leftToRightOverride: '从左到右强制',
  rightToLeftOverride: '从右到左强制',
  wordJoiner: '单词连接符',
  leftToRightIsolate: '从左到右隔离',
  rightToLeftIsolate: '从右到左隔离',
  firstStrongIsolate: '首强字符隔离',
  endOfIsolate: '隔离结束',
  byteOrderMark: '零宽不换行空格',
} satisfies Area<'characters'>;
