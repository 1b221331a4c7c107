import { destinationOf, envelopeOf } from "./envelope.ts";
import { faultOf, isReported, pageOf, SAMPLE_RATE } from "./rules.ts";

interface Surroundings {
	/** Null: nothing is reported. */
	readonly dsn: string | null;
	readonly random: () => number;
	readonly now: () => number;
	readonly pathname: () => string;
	readonly send: (url: string, body: string) => void;
	readonly release: string;
}

/** A page that fails over and over says so a few times, not for ever. */
const MOST_A_PAGE = 5;

const hex = (random: () => number): string =>
	Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join("");

/** Reports errors by Sentry's envelope protocol: those worth it, one in ten, without a word about who it was. */
export function createReporter({ dsn, random, now, pathname, send, release }: Surroundings): (error: unknown) => void {
	const destination = dsn === null ? null : destinationOf(dsn);
	const told = new Set<string>();
	return (error) => {
		if (!destination) return;
		const fault = faultOf(error);
		const key = `${fault.name} ${fault.message}`;
		if (told.has(key) || told.size >= MOST_A_PAGE || !isReported(fault) || random() >= SAMPLE_RATE) return;
		told.add(key);
		send(destination.url, envelopeOf({ fault, page: pageOf(pathname()), at: now(), id: hex(random), release }));
	};
}
