/* Channels without buffers as in Go: a process that comes first waits in a queue, which is a step; one that comes later hands over the value, and the first one resumes,
   which is another step. A process has its own number me, and a variable other. */
chan senders[CHANNELS] = [PROCESSES] of { byte, byte };
chan receivers[CHANNELS] = [PROCESSES] of { byte };
bool closed[CHANNELS];
bool resumes[PROCESSES];
bool valid[PROCESSES];
byte value[PROCESSES];

#define SEND(c, v) \
	if \
	:: atomic { nempty(receivers[c]) -> receivers[c]?other; value[other] = v; valid[other] = true; resumes[other] = true; other = 0 } \
	:: atomic { empty(receivers[c]) -> senders[c]!me, v }; atomic { resumes[me] -> resumes[me] = false } \
	fi

#define RECEIVE(c, v, ok) \
	if \
	:: atomic { nempty(senders[c]) -> senders[c]?other, v; resumes[other] = true; ok = true; other = 0 } \
	:: atomic { empty(senders[c]) && closed[c] -> ok = false; v = 0 } \
	:: atomic { empty(senders[c]) && !closed[c] -> receivers[c]!me }; atomic { resumes[me] -> resumes[me] = false; v = value[me]; value[me] = 0; ok = valid[me]; valid[me] = false } \
	fi

#define CLOSE(c) \
	atomic { \
		closed[c] = true; \
		do \
		:: nempty(receivers[c]) -> receivers[c]?other; resumes[other] = true \
		:: empty(receivers[c]) -> other = 0; break \
		od \
	}
