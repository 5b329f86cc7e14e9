import assert from 'node:assert/strict';
import { systemReason } from '../../../cli/process/system-error.ts';

/** Codes that calls for files, programs and pipes fail with: errno(3), and those of Node. */
const CODES = [
  'EACCES EAGAIN EBADF EBUSY EDQUOT EEXIST EFBIG EILSEQ EINVAL EIO EISDIR ELOOP EMFILE EMLINK ENAMETOOLONG ENFILE ENODEV',
  'ENOENT ENOMEM ENOSPC ENOTCONN ENOTDIR ENOTEMPTY ENOTSUP ENXIO EPERM EPIPE EROFS ESTALE ETIMEDOUT ETXTBSY EXDEV',
  'ERR_FS_FILE_TOO_LARGE ERR_INVALID_ARG_VALUE ERR_STRING_TOO_LONG',
].flatMap((line) => line.split(' '));

describe('systemReason', () => {
  for (const code of CODES)
    it(`says in words what ${code} means`, () => assert.match(systemReason(code), /^(?!.*\bE[A-Z]|.*ERR_)[a-z]/));

  it('names a code that has no words', () => assert.equal(systemReason('EWHAT'), 'the system refuses it (EWHAT)'));
});
