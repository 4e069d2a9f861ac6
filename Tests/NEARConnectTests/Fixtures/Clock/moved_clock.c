// SPDX-License-Identifier: MIT
// A library to preload (LD_PRELOAD): the wall clock of a program goes wrong by the seconds in the file MOVED_CLOCK.
//
// libfaketime would do, but it also moves timers of other clocks (timerfd_settime), and with them Swift's sleeps.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Returns the seconds by which the clock is wrong; 0 where a sandbox hides the file.
static long wrong_by(void) {
    const char *path = getenv("MOVED_CLOCK");
    const int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    char text[32] = {0};
    const ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    return count > 0 ? strtol(text, NULL, 10) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    const int status = (int)syscall(SYS_clock_gettime, clock, time);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += wrong_by();
    return status;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    *time = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    if (result != NULL) *result = now.tv_sec;
    return now.tv_sec;
}

// Returns an end by the kernel's clock. Ends by a monotonic one are small numbers, and stay as they are.
static struct timespec by_kernel(const struct timespec *end) {
    struct timespec moved = *end;
    if (moved.tv_sec > 1000000000) moved.tv_sec -= wrong_by();
    return moved;
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict end) {
    static int (*next)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    const struct timespec moved = by_kernel(end);
    return next(condition, mutex, &moved);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict end) {
    static int (*next)(sem_t *, const struct timespec *);
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "sem_timedwait");
    const struct timespec moved = by_kernel(end);
    return next(semaphore, &moved);
}
