/**
 * Reasons of the machines that come with Interlock, and the message of the run-end guard where a set has none of its own, in Simplified
 * Chinese: the text with its placeholders numbered → the text here.
 */
export const BUNDLED: Readonly<Record<string, string>> = {
  'The work is not finished: {0}. Finish it before you stop.': '工作尚未完成：{0}。请在停止之前完成。',
  'This run has used its budget of tool calls ({0} so far). Finish with what you have, or say what is missing.':
    '本次运行已用完工具调用的额度（目前 {0} 次）。请用已有的内容完成，或说明缺少什么。',
  'A person has to allow the deletion of {0}.': '删除 {0} 需要由人允许。',
  'A person has to allow this command, which deletes: {0}': '此命令会删除内容，需要由人允许：{0}',
  'Call it with dry_run: true first, look at what it says, then publish {0}.':
    '请先以 dry_run: true 调用，查看其输出，然后再发布 {0}。',
  'Create the release {0} of {1}/{2} with draft: true first, look at it, then publish it.':
    '请先以 draft: true 创建 {1}/{2} 的版本 {0}，查看后再发布。',
  'Run the same command alone with --dry-run as its last word first, look at what it says, then publish.':
    '请先单独运行同一命令并以 --dry-run 结尾，查看其输出，然后再发布。',
  'Make a plan before the first change of this run: list the steps with the planning tool (such as TodoWrite), or write them to PLAN.md.':
    '在本次运行的第一次更改之前请先制定计划：用计划工具（如 TodoWrite）列出步骤，或写入 PLAN.md。',
  'Read all of {0} before replacing it.': '替换 {0} 之前请先完整读取。',
  'Read {0} before editing it.': '编辑 {0} 之前请先读取。',
  'Read {0} of {1}/{2} with get_file_contents before changing it.':
    '更改 {1}/{2} 的 {0} 之前，请先用 get_file_contents 读取。',
  'Read {0} of {1}/{2} with get_file_contents before deleting it.':
    '删除 {1}/{2} 的 {0} 之前，请先用 get_file_contents 读取。',
  'Name each file once, in the argument that the tool asks for: this call has "{0}" and "{1}".':
    '每个文件只写一次，放在工具要求的参数里：此调用同时有 "{0}" 和 "{1}"。',
  'Read {0} before writing.': '写入 {0} 之前请先读取。',
  'Run the tests in a call of their own, and commit when they pass: nothing has passed since the last change.':
    '请在单独的调用中运行测试，通过后再提交：自上次更改以来还没有测试通过。',
  'Look at the checks of {0}/{1}#{2} with pull_request_read (get_check_runs or get_status) first, and merge when they have passed.':
    '请先用 pull_request_read（get_check_runs 或 get_status）查看 {0}/{1}#{2} 的检查，通过后再合并。',
};
