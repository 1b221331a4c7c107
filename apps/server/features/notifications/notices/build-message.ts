import { replaceMentions } from "@first-bounce/contract/leagues/message-text";
import type { PlayerId, RoundId, SeasonTime, TeamId } from "@first-bounce/rules/ids";
import { listFieldIds, listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { findSuggestedSwap } from "@first-bounce/rules/lockout/lock-warnings";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import { applySwaps, type SwapPair } from "@first-bounce/rules/swaps/swap-players";
import { hasTeamStarted } from "@first-bounce/rules/team/team-state";
import { findChangeableHalf } from "@first-bounce/rules/trades/change-trade";
import { describeCorrection } from "../../../i18n/correction-texts.ts";
import { formatErrorMessage } from "../../../i18n/error-messages.ts";
import { type CorrectedRound, getNotificationTexts, type NotificationTexts } from "../../../i18n/notification-texts.ts";
import type { CupOutcome } from "../../rankings/round-result/cup-outcome-queries.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import type { EliminationOutcome } from "../../standings/load-eliminations.ts";
import type { InstructionRow } from "../../team/instructions/instruction-queries.ts";
import type { PushMessage } from "../push/send-push.ts";
import type { NoticeMessage, NoticeOffer } from "./message-notice-queries.ts";
import { type NotificationContent, serializeContent } from "./notification-content.ts";
import type { Delivery, RankedResult } from "./queries.ts";
import { buildTeamContext, findUpcomingLock, type LockProblem, type TeamContext } from "./team-context.ts";

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** How long push services keep messages about late outs and instructions. */
const LATE_OUT_TTL_SECONDS = 6 * HOUR_SECONDS;
const MIN_TTL_SECONDS = 60;

export interface MessageContext {
	readonly season: SeasonSnapshot;
	readonly now: SeasonTime;
	/** The path of the API, which a fix button calls. */
	readonly apiBase: string;
	readonly findResult: (teamId: number) => Promise<RankedResult | null>;
	readonly findCupOutcome: (teamId: number) => Promise<CupOutcome | null>;
	readonly listEliminationOutcomes: (teamId: TeamId, roundId: RoundId) => Promise<readonly EliminationOutcome[]>;
	readonly findCorrectedRounds: (teamId: number) => Promise<readonly CorrectedRound[]>;
	readonly findInstruction: () => Promise<InstructionRow | null>;
	readonly findLeagueMessage: () => Promise<NoticeMessage | null>;
	readonly findLeagueOffer: () => Promise<NoticeOffer | null>;
}

const formatRound = ({ id }: SnapshotRound, { rules }: SeasonSnapshot, texts: NotificationTexts): string =>
	texts.round(id, getRoundName(id, rules) === "grand-final");

const createNameLookup = (season: SeasonSnapshot) => (id: PlayerId) => season.players.get(id)?.name ?? "";

function buildReminder(
	delivery: Delivery,
	round: SnapshotRound,
	{ season, now, apiBase }: MessageContext,
	texts: NotificationTexts,
): NotificationContent | null {
	const lock = findUpcomingLock(delivery.team, season, round, now);
	if (!lock || String(lock.at) !== delivery.subject) return null;
	const wantsEveryReminder = delivery.preferences?.lock_reminders === "always";
	if (lock.problems.length === 0 && !wantsEveryReminder) return null;
	const getName = createNameLookup(season);
	const [firstId, ...otherIds] = lock.playerIds;
	const time = texts.time(lock.at, delivery.preferences?.zone ?? "UTC");
	const [firstProblem, ...otherProblems] = lock.problems;
	const captain = getName(delivery.team?.lineup?.captainId ?? 0);
	const lockTitle =
		firstId === undefined ? texts.roundStarts(time) : texts.locks(getName(firstId), otherIds.length, time);
	const teamContext = buildTeamContext(delivery.team, season, round, now);
	const swap = teamContext?.playsRound
		? buildFixButton({ ...delivery, season, apiBase }, lock.problems, teamContext, texts)
		: undefined;
	return {
		title: firstId !== undefined && firstProblem ? texts.toFix(lock.problems.length, time) : lockTitle,
		body: firstProblem
			? [formatProblem(firstProblem, getName, texts), texts.more(otherProblems.length)].filter(Boolean).join(" ")
			: texts.allSet(captain),
		tag: `lock-${round.id}`,
		url: firstId !== undefined && firstProblem ? "/team?check" : "/team",
		swap,
	};
}

function formatProblem({ warning }: LockProblem, getName: (id: PlayerId) => string, texts: NotificationTexts): string {
	const name = "id" in warning ? getName(warning.id) : "";
	return texts.problem(warning.kind, name, "otherId" in warning ? getName(warning.otherId) : "");
}

/** Builds the button for the first problem that has a fix. For a team that has not started, it only opens the team screen. */
function buildFixButton(
	{ team, language, season, apiBase }: Pick<Delivery, "team" | "language"> & Pick<MessageContext, "season" | "apiBase">,
	problems: readonly LockProblem[],
	context: TeamContext,
	texts: NotificationTexts,
): NotificationContent["swap"] {
	const fix = problems.find((problem) => problem.fix)?.fix;
	if (!fix || !team) return undefined;
	const getName = createNameLookup(season);
	const { version } = team;
	const buildButton = (label: string, done: string, path: string, body: object): NotificationContent["swap"] => {
		const call = { address: `${apiBase}/${language}/fantasy/team/${path}`, body: { ...body, version } };
		return {
			label,
			done,
			url: "/team?check",
			call: hasTeamStarted(context.state, context.seasonContext) ? call : null,
		};
	};
	if (fix.kind === "swap") {
		const name = getName(fix.inId);
		return buildButton(texts.swapIn(name), texts.swapDone(name), "swap", { swapsPairs: [[fix.outId, fix.inId]] });
	}
	if (fix.kind === "emergencies")
		return buildButton(texts.nameEmergencies, texts.emergenciesNamed, "change-emergency", { emergency: fix.emergency });
	const type = fix.captainId === context.state.lineup.captainId ? "viceCaptain" : "captain";
	const newId = type === "captain" ? fix.captainId : fix.viceCaptainId;
	const name = getName(newId);
	return buildButton(texts.makeCaptain(type, name), texts.madeCaptain(type, name), "change-captain", { type, newId });
}

/** Suggests a swap for each missing player. Each swap is legal after the previous ones. */
function findSwaps(outs: readonly PlayerId[], { state, lockContext }: TeamContext): readonly SwapPair[] {
	let { lineup } = state;
	return outs.flatMap((id): SwapPair[] => {
		const replacementId = findSuggestedSwap(lineup, id, lockContext);
		const swapped =
			replacementId === null ? null : applySwaps(lineup, [[id, replacementId]], lockContext, lockContext.isLocked);
		if (replacementId === null || !swapped?.ok) return [];
		lineup = swapped.value;
		return [[id, replacementId]];
	});
}

function buildLateOut(
	delivery: Delivery,
	round: SnapshotRound,
	{ season, now, apiBase }: MessageContext,
	texts: NotificationTexts,
): NotificationContent | null {
	const context = buildTeamContext(delivery.team, season, round, now);
	if (!context?.playsRound || !delivery.team) return null;
	const { state, seasonContext } = context;
	const field = listFieldIds(state.lineup);
	const { isLocked, isExpectedToPlay, getStartTime } = context.lockContext;
	const isOut = (id: PlayerId) => !isExpectedToPlay(id) && !isLocked(id);
	const missing = field.filter((id) => isOut(id) && getStartTime(id) !== null);
	// The utility matters only if she could replace somebody.
	const teamIds = listPlayerIds(state.lineup).filter((id) => id !== state.lineup.utilityId || missing.length > 0);
	const news = delivery.playerIds.filter((id) => teamIds.includes(id) && isOut(id));
	const [first] = news;
	if (first === undefined) return null;
	// If no field player is among them, they could have replaced those who are missing from the field.
	const outs = news.some((id) => field.includes(id)) ? news : [...news, ...missing];
	const getName = createNameLookup(season);
	const pairs = findSwaps(outs, context);
	const ins = texts.list(pairs.map(([, id]) => getName(id)));
	const halfLocked = state.trades.find(
		(trade) =>
			isOut(trade.playerInId) &&
			// One who was swapped out can still make room for somebody who plays.
			(outs.includes(trade.playerInId) || !field.includes(trade.playerInId)) &&
			findChangeableHalf(trade, state, seasonContext) === "in",
	);
	const swapUrl = pairs.length > 0 ? `/team?swap=${pairs.map((pair) => pair.join("-")).join(",")}` : "/team";
	const isOnField = outs.some((id) => field.includes(id));
	// The list of what to fix, below the change of the trade, has the swap too.
	const url = halfLocked ? `/team?check=&change=${halfLocked.id}` : swapUrl;
	const advice = isOnField ? (pairs.length > 0 ? texts.couldComeIn(ins) : texts.nobodyCan) : texts.onBench;
	const call = {
		address: `${apiBase}/${delivery.language}/fantasy/team/swap`,
		body: { swapsPairs: pairs, version: delivery.team.version },
	};
	const swap = {
		label: texts.swapIn(ins),
		url: swapUrl,
		done: texts.swapDone(ins),
		call: hasTeamStarted(context.state, context.seasonContext) ? call : null,
	};
	return {
		title: news.length === 1 ? texts.isOut(getName(first)) : texts.areOut(news.length),
		body: `${texts.willNotPlay(texts.list(outs.map(getName)), formatRound(round, season, texts))} ${advice}${halfLocked ? ` ${texts.changeTrade(getName(halfLocked.playerInId))}` : ""}`,
		tag: `out-${delivery.id}`,
		url,
		swap: pairs.length > 0 ? swap : undefined,
	};
}

async function buildResult(
	{ team }: Delivery,
	round: SnapshotRound,
	{ season, findResult, findCupOutcome, listEliminationOutcomes }: MessageContext,
	texts: NotificationTexts,
): Promise<NotificationContent | null> {
	const result = team && (await findResult(team.id));
	if (!result) return null;
	const cup = await findCupOutcome(team.id);
	const eliminations = await listEliminationOutcomes(team.id, round.id);
	const lines = [texts.ranked(result), ...eliminations.map(texts.elimination), ...(cup ? [texts.cup(cup)] : [])];
	return {
		title: texts.scored(formatRound(round, season, texts), result.points),
		body: lines.join(" "),
		tag: `result-${round.id}`,
		url: `/results/${round.id}`,
	};
}

/** Describes what corrections of published rounds changed, unless later corrections undid it. */
async function buildCorrection(
	{ team }: Delivery,
	{ findCorrectedRounds }: MessageContext,
	texts: NotificationTexts,
): Promise<NotificationContent | null> {
	const rounds = team ? await findCorrectedRounds(team.id) : [];
	const [first] = rounds;
	if (!first) return null;
	const { title, lines } = describeCorrection(texts, rounds);
	return { title, body: lines.join(" "), tag: `result-${first.roundId}`, url: `/results/${first.roundId}` };
}

/** Describes what an instruction did, or why it failed. */
async function buildInstruction(
	{ id, language, team }: Delivery,
	{ season, findInstruction }: MessageContext,
	texts: NotificationTexts,
): Promise<NotificationContent | null> {
	const instruction = await findInstruction();
	if (!instruction || instruction.state === "waiting") return null;
	const { playerId, replacement, captainId, state, reasons } = instruction;
	const getName = createNameLookup(season);
	const out = getName(playerId);
	const common = { tag: `instruction-${id}`, url: "/team?check" };
	if (state === "failed") {
		const reasonText = reasons.map(({ code, data }) => formatErrorMessage(language, code, data)).join(". ");
		return { ...common, title: texts.instructionFailed(out), body: texts.instructionFailedWhy(reasonText) };
	}
	const lines = [
		replacement && texts.instructionIn(replacement.kind, getName(replacement.playerId), out),
		captainId && captainId === team?.lineup?.captainId && texts.instructionCaptain(getName(captainId)),
	];
	return { ...common, title: texts.instructionDone(out), body: lines.filter(Boolean).join(" ") };
}

/** Whether the user still wants notices of messages like this one. */
function isMessageWanted({ preferences }: Delivery, { isPinned, isMention, isReply }: NoticeMessage): boolean {
	const choice = preferences?.league_messages ?? "none";
	if (choice === "none") return isPinned;
	return isPinned || isMention || choice === "all" || (isReply && choice === "replies");
}

async function buildLeagueMessage(delivery: Delivery, { findLeagueMessage }: MessageContext, texts: NotificationTexts) {
	const message = await findLeagueMessage();
	if (!message || !isMessageWanted(delivery, message)) return null;
	const { leagueId, leagueName, teamName, isPinned, isMention, isReply, text, mentionedMembers } = message;
	const getName = (id: number) => mentionedMembers?.find(({ userId }) => userId === id)?.teamName || texts.formerMember;
	const reason = isPinned ? "pinned" : isMention ? "mention" : isReply ? "reply" : "new";
	return {
		title: texts.leagueMessage(reason, teamName, leagueName),
		body: replaceMentions(text, getName),
		tag: isPinned || isMention || isReply ? `message-${delivery.id}` : `league-${leagueId}`,
		url: `/leagues/${leagueId}/chat`,
	};
}

async function buildHandOver({ id }: Delivery, { findLeagueOffer }: MessageContext, texts: NotificationTexts) {
	const offer = await findLeagueOffer();
	if (!offer) return null;
	const title = texts.handOverTitle(offer.teamName || texts.formerMember, offer.leagueName);
	return { title, body: texts.handOverText, tag: `hand-over-${id}`, url: `/leagues/${offer.leagueId}/about` };
}

function buildContent(
	delivery: Delivery,
	round: SnapshotRound,
	context: MessageContext,
	texts: NotificationTexts,
): NotificationContent | null | Promise<NotificationContent | null> {
	if (delivery.kind === "lock") return buildReminder(delivery, round, context, texts);
	if (delivery.kind === "late-out") return buildLateOut(delivery, round, context, texts);
	if (delivery.kind === "instruction") return buildInstruction(delivery, context, texts);
	if (delivery.kind === "correction") return buildCorrection(delivery, context, texts);
	return buildResult(delivery, round, context, texts);
}

/** Builds the message of a notice from current data, in the browser's language; null if the notice is out of date. */
export async function buildMessage(delivery: Delivery, context: MessageContext): Promise<PushMessage | null> {
	const { season, now } = context;
	const texts = getNotificationTexts(delivery.language);
	// The topic is unique to the notice, so that a repeated message is shown once.
	const topic = `notice-${delivery.id}`;
	if (delivery.kind === "message" || delivery.kind === "hand-over") {
		const build = delivery.kind === "message" ? buildLeagueMessage : buildHandOver;
		const content = await build(delivery, context, texts);
		return content && { text: serializeContent(content), topic, ttl: DAY_SECONDS, urgency: "normal" };
	}
	const round = season.seasonId === delivery.seasonId && season.rounds.find(({ id }) => id === delivery.roundId);
	const content = round ? await buildContent(delivery, round, context, texts) : null;
	if (!content) return null;
	const text = serializeContent(content);
	if (delivery.kind === "result" || delivery.kind === "correction")
		return { text, topic, ttl: DAY_SECONDS, urgency: "normal" };
	const secondsLeft = delivery.kind === "lock" ? (Number(delivery.subject) - now) / 1_000 : LATE_OUT_TTL_SECONDS;
	return { text, topic, ttl: Math.min(DAY_SECONDS, Math.max(MIN_TTL_SECONDS, secondsLeft)), urgency: "high" };
}

/** Builds the message that the "Send a test" button sends. */
export function buildTestMessage(language: string): PushMessage {
	const { title, text } = getNotificationTexts(language).test;
	const content: NotificationContent = { title, body: text, tag: "test", url: "/my-account" };
	return { text: serializeContent(content), topic: "test", ttl: 600, urgency: "high" };
}
