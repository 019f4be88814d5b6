import { describeOperations } from './operations';
import { contractIn, presets } from './support';

describe.each(presets)('in the dialect %s', (preset) => {
	describeOperations(async () => await contractIn(preset));
});
