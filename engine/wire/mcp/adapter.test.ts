import { wireConformance } from '../../../test/conformance/wire.ts';
import { mcp } from './adapter.ts';

wireConformance({ adapter: mcp, fixtures: 'mcp' });
