/**
 * Writes `machines/machine.schema.json`, the JSON Schema that editors complete and check machine sets with.
 * Run it after the shapes in `engine/dsl/schema*.ts` have changed; a structure test notices when it was forgotten.
 */
import { writeFileSync } from 'node:fs';
import { machineSchema } from '../engine/dsl/schema.ts';

const file = new URL('../machines/machine.schema.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(machineSchema(), null, 2)}\n`);
