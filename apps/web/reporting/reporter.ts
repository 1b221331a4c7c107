import { buildEnvelope, buildEnvelopeUrl } from "./envelope.ts";
import { getPagePattern, SAMPLE_RATE, shouldReport, summarizeError } from "./error-filter.ts";

interface ReporterOptions {
	/** Null disables reporting. */
	readonly dsn: string | null;
	readonly random: () => number;
	readonly now: () => number;
	readonly pathname: () => string;
	readonly send: (url: string, body: string) => void;
	readonly release: string;
}

/** Limits the reports of a page that fails repeatedly. */
const MAX_REPORTS_PER_PAGE = 5;

const createEventId = (random: () => number): string =>
	Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join("");

/** Reports one in ten errors by Sentry's envelope protocol, without personal data. */
export function createReporter({
	dsn,
	random,
	now,
	pathname,
	send,
	release,
}: ReporterOptions): (error: unknown) => void {
	const url = dsn === null ? null : buildEnvelopeUrl(dsn);
	const reported = new Set<string>();
	return (error) => {
		if (!url) return;
		const summary = summarizeError(error);
		const key = `${summary.name} ${summary.message}`;
		if (reported.has(key) || reported.size >= MAX_REPORTS_PER_PAGE || !shouldReport(summary) || random() >= SAMPLE_RATE)
			return;
		reported.add(key);
		send(
			url,
			buildEnvelope({
				error: summary,
				page: getPagePattern(pathname()),
				at: now(),
				id: createEventId(random),
				release,
			}),
		);
	};
}
