import { describeOperations } from './operations';
import { contractIn, shapes } from './support';

describe.each(shapes)('in the shape of the %s', (shape) => {
	describeOperations(async () => await contractIn(shape));
});
