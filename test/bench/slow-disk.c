/*
 * Preloaded into a process, makes its disk slow in a known way: every fsync and fdatasync
 * first sleeps SLOW_DISK_US microseconds. On a memory file system that is the whole cost.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>

static void sleep_as_told(void) {
  const char *told = getenv("SLOW_DISK_US");
  long us = told ? strtol(told, NULL, 10) : 0;
  struct timespec left = {us / 1000000, (us % 1000000) * 1000};
  while (us > 0 && nanosleep(&left, &left) == -1 && errno == EINTR) {
  }
}

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  sleep_as_told();
  return real(fd);
}

int fdatasync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  sleep_as_told();
  return real(fd);
}
