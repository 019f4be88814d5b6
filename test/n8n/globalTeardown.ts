import { stopShared } from './harness/shared';

export default stopShared;
