import type { ListingProblem } from "../features/stats-providers/intake/listing-queries.ts";
import { getTranslator } from "./i18n.ts";

/** The data of alerts to operators. `url` leads to the console. */
export interface AlertDataByKind {
	readonly "storage-low": { readonly megabytes: number; readonly url: string };
	readonly "storage-full": { readonly megabytes: number; readonly url: string };
	readonly "backup-failed": { readonly reason: string; readonly url: string };
	readonly "backup-old": { readonly hours: number; readonly url: string };
	readonly "job-failed": { readonly queue: string; readonly url: string };
	readonly "drafts-stuck": { readonly count: number; readonly url: string };
	readonly "mail-stuck": { readonly count: number; readonly url: string };
	readonly "feed-stale": AlertDataByKind["feed-refused"] & { readonly minutes: number };
	readonly "feed-refused": { readonly source: string; readonly problem: string; readonly url: string };
	/** `match` is two clubs, such as "Carlton v Geelong". */
	readonly "match-late": { readonly match: string; readonly round: number; readonly url: string };
	/** `status` is the provider's word for the match's status, and `listedRound` the round that has it or lacks it. */
	readonly "match-differs": AlertDataByKind["match-late"] &
		Pick<ListingProblem, "status"> & { readonly problem: ListingProblem["kind"]; readonly listedRound: number };
	readonly "teams-missing": {
		readonly match: string;
		readonly clubs: string;
		readonly minutes: number;
		readonly url: string;
	};
	readonly "round-unpublished": { readonly round: number; readonly next: number; readonly url: string };
}

/** How many ways into an account were removed. */
export interface RemovedAccess {
	readonly passkeys: number;
	readonly tokens: number;
}

type Listing = Pick<AlertDataByKind["match-differs"], "problem" | "status" | "listedRound">;

const isRemoved = (data: object): data is RemovedAccess => "passkeys" in data && "tokens" in data;
const isListing = (data: object): data is Listing => "problem" in data && "listedRound" in data;

/** Says which ways into an account were removed; empty if none. */
function describeRemoved(language: string, { passkeys, tokens }: RemovedAccess): string {
	const t = getTranslator(language);
	const removed = [
		...(passkeys > 0 ? [t("removedAccess.passkeys", { passkeys })] : []),
		...(tokens > 0 ? [t("removedAccess.tokens", { tokens })] : []),
	];
	return removed.length > 0 ? [...removed, t("removedAccess.again")].join(" ") : "";
}

/** Builds the placeholders of a mail that are phrases of their own: what was removed, or what the provider reports. */
export function buildPhrases(language: string, data: object): object {
	if (isRemoved(data)) return { removed: describeRemoved(language, data) };
	if (isListing(data)) return { report: getTranslator(language)(`mails.match-differs.report.${data.problem}`, data) };
	return {};
}
