/**
 * What a simulation says about the lines of a trace, in Simplified Chinese. Places as in `reasons.ts`.
 */
export const TRACE_SENTENCES: Readonly<Record<string, string>> = {
  // Lines that cannot be read.
  'The line is not JSON.': '该行不是 JSON。',
  'The line is not JSON. At column {0}: {1}': '该行不是 JSON。第 {0} 列：{1:diagnostic}',
  'The line is {0}, wanted an object with a "type"': '该行是{0:said}，应为带有 "type" 的对象',
  '"type" is {0}, wanted one of {1}': '"type" 是{0:said}，应为以下之一：{1:list}',
  '"{0}" is not a type of line; {1}': '"{0}" 不是一种行的类型；{1:said}',
  '"at" is {0}, wanted milliseconds since 1970 or an ISO 8601 time such as "2026-01-31T12:00:00Z"':
    '"at" 是 {0}，应为自 1970 年起的毫秒数，或形如 "2026-01-31T12:00:00Z" 的 ISO 8601 时间',
  '"{0}" is {1}, wanted a text': '"{0}" 是{1:said}，应为文本',
  '"{0}" is {1}, wanted a text, such as {2}': '"{0}" 是{1:said}，应为文本，例如 {2}',
  '"{0}" is not a field of this line; did you mean "{1}"?': '"{0}" 不是此行的字段；是否想写 "{1}"？',
  '"status" is {0}, wanted "success" or "error"': '"status" 是{0:said}，应为 "success" 或 "error"',
  '"{0}" of this journal entry is {1}, wanted an object': '此日志条目的 "{0}" 是{1:said}，应为对象',
  // Lines that do not go on as they are.
  'The line could not be simulated: {0}': '无法模拟该行：{0:said}',
  'The trace ends before this line could go on: the result of a running call it waits for is missing.':
    '轨迹在此行得以继续之前就结束了：缺少它所等待的正在执行的调用的结果。',
  'No decision on call "{0}" came in time: it is rejected.': '对调用 "{0}" 的决定未及时作出：它被拒绝。',
  'No result of call "{0}" came in time: it is ended as an error.': '调用 "{0}" 的结果未及时返回：按出错结束。',
  'The work is not finished, but no more continuations may be asked for.': '工作尚未完成，但不能再要求继续。',
  'Call "{0}" was made before; a call that is sent again under its id is the same call.':
    '调用 "{0}" 先前已经发起；用同一编号再次发送的调用是同一个调用。',
  'There is nothing to decide: call "{0}" {1}.': '没有需要决定的：调用 "{0}" {1:said}。',
  '{0} calls wait for running ones already; are their results missing?':
    '已有 {0} 个调用在等待正在执行的调用；是否缺少它们的结果？',
  'The result of call "{0}" changes nothing: the call does not run.':
    '调用 "{0}" 的结果不改变任何状态：该调用没有执行。',
  'The result of call "{0}" comes before its verdict: it counts when the call may run.':
    '调用 "{0}" 的结果先于对它的裁决：该调用可以执行时才算数。',
  'The result cannot be used: call "{0}" {1}.': '该结果无法使用：调用 "{0}" {1:said}。',
  'The result of call "{0}" changes nothing: the call {1}.': '调用 "{0}" 的结果不改变任何状态：该调用{1:said}。',
};

export const TRACE_PARTS: Readonly<Record<string, string>> = {
  'wanted one of {0}': '应为以下之一：{0:list}',
  'did you mean "{0}"?': '是否想写 "{0}"？',
  empty: '空的',
  'has its result already': '已有结果',
  'was ended before: its result had not come in time': '先前已结束：其结果未及时返回',
  'was {0}': '已{0:said}',
  'was rejected: no decision had come in time': '已被拒绝：决定未及时作出',
  denied: '拒绝',
  'waits for a decision': '正在等待决定',
  'waits for a running call': '正在等待另一个执行中的调用',
  'is approved already and waits for a running call': '已获批准，正在等待另一个执行中的调用',
  'is running and was not asked about': '正在执行，且无需询问',
  'is approved already and running': '已获批准并正在执行',
  'is unknown: no line before has made it': '不存在：之前没有任何一行发起它',
};
