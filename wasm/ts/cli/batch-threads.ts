/** Threads of a command that answer questions, such as to hash some files, until all are answered. */

import { Worker } from "node:worker_threads";
import { Refusal } from "./refusal.js";

/** The threads for some questions. */
export interface BatchThreads {
  /** The name of the program of a thread, which answers each message with one message. */
  program: string;
  /** The data with which each thread starts. */
  data?: unknown;
  /** The number of threads. */
  count: number;
  /** The work that a thread does with files, as a verb in the third person, for messages. */
  doing: string;
}

/**
 * Has threads answer all questions, and passes each answer to `take` with the index of its question.
 *
 * @throws {Refusal} When a thread ends before its work does.
 */
export async function answerAll<Question, Answer>(
  questions: readonly Question[],
  { program, data, count, doing }: BatchThreads,
  take: (answer: Answer, at: number) => void,
): Promise<void> {
  let next = 0;
  const keepBusy = (worker: Worker) =>
    new Promise<void>((resolve, reject) => {
      let current = 0;
      const askNext = () => {
        current = next;
        next += 1;
        if (current < questions.length) {
          worker.postMessage(questions[current]);
        } else {
          resolve();
        }
      };
      worker.on("message", (answer: Answer) => {
        take(answer, current);
        askNext();
      });
      worker.on("error", (error) => reject(new Refusal(`a thread that ${doing} files crashed: ${error.message}`)));
      worker.on("exit", (code) => reject(new Refusal(`a thread that ${doing} files ended with code ${code}`)));
      askNext();
    });
  const url = new URL(`./${program}.js`, import.meta.url);
  const workers = Array.from({ length: count }, () => new Worker(url, { workerData: data }));
  try {
    await Promise.all(workers.map(keepBusy));
  } finally {
    // Their end is not awaited: they have no work left.
    for (const worker of workers) {
      void worker.terminate();
    }
  }
}
