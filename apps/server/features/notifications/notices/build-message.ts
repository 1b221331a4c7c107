import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { listBenchIds, listFieldIds } from "@first-bounce/rules/lineup/slots";
import { findSuggestedSwap } from "@first-bounce/rules/lockout/lock-outlook";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import { applySwaps, type SwapPair } from "@first-bounce/rules/swaps/swap-players";
import { hasTeamStarted } from "@first-bounce/rules/team/team-state";
import { getNotificationTexts, type NotificationTexts } from "../../../i18n/notification-texts.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import type { PushMessage } from "../push/send-push.ts";
import type { Delivery, Result } from "./queries.ts";
import { buildTeamContext, findUpcomingLock, type TeamContext } from "./team-context.ts";

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const MAX_BODY_LENGTH = 300;

/** What the service worker shows, and does when it is pressed. */
interface NotificationContent {
	readonly title: string;
	readonly body: string;
	/** A later one of the same tag takes its place. */
	readonly tag: string;
	/** The page that a click opens. */
	readonly url: string;
	/** A button that makes the swap directly. If the call is refused, the page opens instead. */
	readonly swap?: {
		readonly label: string;
		readonly url: string;
		readonly call: { readonly address: string; readonly body: unknown } | null;
		readonly done: string;
	};
}

export interface MessageContext {
	readonly season: SeasonSnapshot;
	readonly now: SeasonTime;
	readonly findResult: (teamId: number) => Promise<Result | null>;
}

const serialize = (shown: NotificationContent): string =>
	JSON.stringify({ ...shown, body: shown.body.slice(0, MAX_BODY_LENGTH), title: shown.title.slice(0, 100) });

const formatRound = ({ id }: SnapshotRound, { rules }: SeasonSnapshot, words: NotificationTexts): string =>
	words.round(id, getRoundName(id, rules) === "grand-final");

const createNameLookup = (season: SeasonSnapshot) => (id: PlayerId) => season.players.get(id)?.name ?? "";

function buildReminder(
	delivery: Delivery,
	round: SnapshotRound,
	{ season, now }: MessageContext,
	words: NotificationTexts,
): NotificationContent | null {
	const lock = findUpcomingLock(delivery.team, season, round, now);
	if (!lock || String(lock.at) !== delivery.subject) return null;
	const wantsAny = delivery.preferences?.lock_reminders === "always";
	if (lock.problems.length === 0 && !wantsAny) return null;
	const name = createNameLookup(season);
	const [first, ...others] = lock.playerIds;
	const time = words.time(lock.at, delivery.preferences?.zone ?? "UTC");
	const [worst, ...more] = lock.problems;
	const captain = name(delivery.team?.line?.captainId ?? 0);
	const problem = (each: typeof worst) =>
		each && words.problem(each.kind, "id" in each ? name(each.id) : "", "otherId" in each ? name(each.otherId) : "");
	return {
		title: first === undefined ? words.roundStarts(time) : words.locks(name(first), others.length, time),
		body: worst ? [problem(worst), words.more(more.length)].filter(Boolean).join(" ") : words.allSet(captain),
		tag: `lock-${round.id}`,
		url: "/team",
	};
}

/** The swaps that would help, one after the other, each legal after the one before. */
function findSwaps(outs: readonly PlayerId[], { state, prospects }: TeamContext): readonly SwapPair[] {
	let { lineup } = state;
	return outs.flatMap((id): SwapPair[] => {
		const other = findSuggestedSwap(lineup, id, prospects);
		const swapped = other === null ? null : applySwaps(lineup, [[id, other]], prospects, prospects.isLocked);
		if (other === null || !swapped?.ok) return [];
		lineup = swapped.value;
		return [[id, other]];
	});
}

function buildLateOut(
	delivery: Delivery,
	round: SnapshotRound,
	{ season, now }: MessageContext,
	words: NotificationTexts,
): NotificationContent | null {
	const hers = buildTeamContext(delivery.team, season, round, now);
	if (!hers?.plays || !delivery.team) return null;
	const { lineup } = hers.state;
	const field = listFieldIds(lineup);
	const held = new Set([...field, ...listBenchIds(lineup)]);
	const { isLocked } = hers.prospects;
	// A club's emergency may still play, but that is too unlikely to keep or field the player.
	const mayPlay = (id: PlayerId) => hers.prospects.mayPlay(id) && season.players.get(id)?.status !== "emergency";
	const outs = delivery.playerIds.filter((id) => held.has(id) && !mayPlay(id) && !isLocked(id));
	const [first] = outs;
	if (first === undefined) return null;
	const name = createNameLookup(season);
	const pairs = findSwaps(outs, { ...hers, prospects: { ...hers.prospects, mayPlay } });
	const ins = words.list(pairs.map(([, id]) => name(id)));
	const url = pairs.length > 0 ? `/team?swap=${pairs.map((pair) => pair.join("-")).join(",")}` : "/team";
	const isMissed = outs.some((id) => field.includes(id));
	const help = isMissed ? (pairs.length > 0 ? words.couldComeIn(ins) : words.nobodyCan) : words.onBench;
	const call = {
		address: `/api/${delivery.language}/fantasy/team/swap`,
		body: { swapsPairs: pairs, version: delivery.team.version },
	};
	return {
		title: outs.length === 1 ? words.isOut(name(first)) : words.areOut(outs.length),
		body: `${words.willNotPlay(words.list(outs.map(name)), formatRound(round, season, words))} ${help}`,
		tag: `out-${delivery.id}`,
		url,
		...(pairs.length > 0 && {
			swap: {
				label: words.swapIn(ins),
				url,
				done: words.swapDone(ins),
				call: hasTeamStarted(hers.state, hers.context) ? call : null,
			},
		}),
	};
}

async function buildResult(
	{ team }: Delivery,
	round: SnapshotRound,
	{ season, findResult }: MessageContext,
	words: NotificationTexts,
): Promise<NotificationContent | null> {
	const found = team && (await findResult(team.id));
	if (!found) return null;
	return {
		title: words.scored(formatRound(round, season, words), found.points),
		body: words.ranked(found.roundRank, found.overallRank),
		tag: `result-${round.id}`,
		url: "/team/season",
	};
}

/** A notice's words as things stand now, in its browser's language; null when it is no news any more. */
export async function buildMessage(delivery: Delivery, composing: MessageContext): Promise<PushMessage | null> {
	const { season, now } = composing;
	const round = season.seasonId === delivery.seasonId && season.rounds.find(({ id }) => id === delivery.roundId);
	if (!round) return null;
	const words = getNotificationTexts(delivery.language);
	// The topic is unique to the notice, so that a repeated message is shown once.
	const topic = `notice-${delivery.id}`;
	if (delivery.kind === "result") {
		const shown = await buildResult(delivery, round, composing, words);
		return shown && { text: serialize(shown), topic, ttl: DAY_SECONDS, urgency: "normal" };
	}
	const shown = (delivery.kind === "lock" ? buildReminder : buildLateOut)(delivery, round, composing, words);
	const left = delivery.kind === "lock" ? (Number(delivery.subject) - now) / 1_000 : 6 * HOUR_SECONDS;
	return shown && { text: serialize(shown), topic, ttl: Math.min(DAY_SECONDS, Math.max(60, left)), urgency: "high" };
}

/** What a press of "Try it" sends. */
export function buildTestMessage(language: string): PushMessage {
	const { title, text } = getNotificationTexts(language).test;
	const shown: NotificationContent = { title, body: text, tag: "test", url: "/my-account" };
	return { text: serialize(shown), topic: "test", ttl: 600, urgency: "high" };
}
