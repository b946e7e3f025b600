/** A trace to begin with: a write that comes too early, then in its order. */
export const EXAMPLE = `{"type":"run_start"}
{"type":"call","id":"c1","tool":"Write","args":{"file_path":"/srv/a.txt","content":"new"}}
{"type":"call","id":"c2","tool":"Read","args":{"file_path":"/srv/a.txt"}}
{"type":"result","id":"c2","status":"success","content":"old"}
{"type":"call","id":"c3","tool":"Write","args":{"file_path":"/srv/a.txt","content":"new"}}
{"type":"result","id":"c3","status":"success","content":"done"}
{"type":"run_end"}
`;

/** What a line looks like. */
export const EXAMPLE_LINE = '{"type":"call","id":"c1","tool":"Read","args":{"file_path":"/a"}}';
