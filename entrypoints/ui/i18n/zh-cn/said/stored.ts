/**
 * What is said about stored state (that it cannot be read or written, and about resets), in Simplified Chinese. Places as in `reasons.ts`.
 */
export const STORED_SENTENCES: Readonly<Record<string, string>> = {
  'Cannot read stored {0} "{1}": {2}. {3}': '无法读取存储的{0:said} "{1}"：{2:said}。{3:said}',
  'Nothing was changed. Export the journal if you can, then reset the stored state.':
    '未做任何更改。请尽可能导出日志，然后重置存储的状态。',
  'Cannot read stored {0} "{1}": it has version {2}, this Interlock reads up to {3}. Nothing was changed. Update Interlock, or reset the stored state.':
    '无法读取存储的{0:said} "{1}"：其版本为 {2}，此 Interlock 最多读取版本 {3}。未做任何更改。请更新 Interlock，或重置存储的状态。',
  "Stored {0} cannot be read ({1}). Export the journal, then reset this thread's state.":
    '无法读取存储的{0:said}（{1:said}）。请导出日志，然后重置此会话的状态。',
  "Stored {0} cannot be read (it is not a list). Export the journal, then reset this thread's state.":
    '无法读取存储的{0:said}（它不是列表）。请导出日志，然后重置此会话的状态。',
  'Cannot use store {0}: it was closed.': '无法使用存储 {0}：它已关闭。',
  'Cannot use store {0}: {1}': '无法使用存储 {0}：{1:said}',
  'Cannot go on with store {0}: its journal went up to entry {1}, now it {2}. Somebody removed stored data. Restart Interlock to begin anew.':
    '无法继续使用存储 {0}：其日志曾到第 {1} 条，现在{2:said}。有人删除了存储的数据。请重启 Interlock 以重新开始。',
  'Cannot open store {0}: a newer Interlock has upgraded it. Nothing was changed. Update Interlock.':
    '无法打开存储 {0}：更新版本的 Interlock 已将其升级。未做任何更改。请更新 Interlock。',
  'Cannot open store "{0}": this browser context has no IndexedDB.': '无法打开存储 "{0}"：此浏览器环境没有 IndexedDB。',
  'Cannot write to store {0}: there is no room left. Nothing was stored. Free disk space, or export and clear the journal.':
    '无法写入存储 {0}：空间不足。未存储任何内容。请释放磁盘空间，或导出并清空日志。',
  'Cannot store row "{0}": another tab or window has written it since it was read. Nothing was stored. Try again.':
    '无法存储行 "{0}"：读取之后它已被另一个标签页或窗口写入。未存储任何内容。请重试。',
  'Cannot read stored journal entry "{0}": it says that it is entry {1}. Nothing was changed. Export the journal if you can, then reset the stored state.':
    '无法读取存储的日志条目 "{0}"：它自称是第 {1} 条。未做任何更改。请尽可能导出日志，然后重置存储的状态。',
  // Resets.
  'Machine {0} is not in force here, so its initial state is not known.':
    '状态机 {0} 在这里未生效，因此不知道它的初始状态。',
  'Everything here is in its initial state already, with nothing to forget.':
    '这里的一切都已处于初始状态，没有可忘记的内容。',
  '{0} is in its initial state already, with nothing to forget.': '{0:said} 已处于初始状态，没有可忘记的内容。',
  'Entry {0} of the journal is no reset of this conversation.': '日志的第 {0} 条不是此会话的重置。',
  '{0} has moved since, so the reset cannot be taken back.': '{0:said} 之后又发生了变化，因此无法撤销重置。',
  'All of them have moved since, so the reset cannot be taken back.': '它们之后都发生了变化，因此无法撤销重置。',
  'A call of tool {0} that touches {1} is running; try again when it has ended.':
    '工具 {0} 的一次调用正在执行并涉及 {1:said}；请在它结束后重试。',
};

export const STORED_PARTS: Readonly<Record<string, string>> = {
  '{0} "{1}"': '{0:known} "{1}"',
  row: '行',
  'journal entry': '日志条目',
  'live call': '进行中的调用',
  'finished call': '已结束的调用',
  'pending ticket': '待定的请求单',
  'kept value': '保存的值',
  'violation log': '违规记录',
  'ends of runs': '运行的结束',
  'it is not an object': '它不是对象',
  'it is {0}, wanted an object': '它是{0:said}，应为对象',
  'its version "v" is {0}, wanted a whole number': '其版本 "v" 是{0:said}，应为整数',
  'it could not be brought from version {0} to {1}': '无法从版本 {0} 升级到 {1}',
  'it has version {0}, the oldest that is read is {1}': '其版本为 {0}，可读取的最旧版本为 {1}',
  'its "seq" is {0}, wanted a number': '其 "seq" 是{0:said}，应为数字',
  'its "row" is {0}, wanted a value': '其 "row" 是{0:said}，应为值',
  'its "{0}" is {1}, wanted {2}': '其 "{0}" 是{1:said}，应为{2:said}',
  'a number': '数字',
  text: '文本',
  missing: '缺失',
  'is empty': '为空',
  'ends at {0}': '止于第 {0} 条',
  'machine {0}': '状态机 {0}',
  '{0} of machine {1}': '状态机 {1} 的 {0}',
};
