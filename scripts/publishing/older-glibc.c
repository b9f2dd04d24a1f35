/* What LLVM and C++'s library, as Debian packages them, need of a newer glibc than a release is
 * linked with. Each has the meaning that the newer glibc gives it.
 */
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

/* Since 2.36: LLVM's names of temporary files, and C++'s random_device. */
uint32_t arc4random(void) {
  uint32_t number;
  if (getentropy(&number, sizeof number) != 0)
    abort();
  return number;
}

/* Since 2.33: the use of memory that LLVM's timers print. */
struct mallinfo2 mallinfo2(void) {
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  struct mallinfo info = mallinfo();
  return (struct mallinfo2){.arena = (unsigned)info.arena,
                            .ordblks = (unsigned)info.ordblks,
                            .smblks = (unsigned)info.smblks,
                            .hblks = (unsigned)info.hblks,
                            .hblkhd = (unsigned)info.hblkhd,
                            .usmblks = (unsigned)info.usmblks,
                            .fsmblks = (unsigned)info.fsmblks,
                            .uordblks = (unsigned)info.uordblks,
                            .fordblks = (unsigned)info.fordblks,
                            .keepcost = (unsigned)info.keepcost};
}

/* Since 2.32: whether reference counts may be updated without atomic instructions. */
char __libc_single_threaded = 0;
