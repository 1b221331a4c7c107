import type { TFunction } from "i18next";
import type { CardPlayer } from "../../../components/player-card/card-player.ts";
import { formatPoints } from "../../../i18n/format.ts";
import { formatFixture, formatPositions, getAvailability, type PoolStat } from "../../../players/player-format.ts";
import type { PlayerView } from "../model/player-view.ts";
import type { SlotScore, SlotView } from "../model/slot-view.ts";
import type { ViewContext } from "../model/view-context.ts";

const formatScore = (score: SlotScore, t: TFunction): string =>
	score.kind === "dnp" ? t("card.dnp") : formatPoints(score.points);

function formatSpokenScore(score: SlotScore, t: TFunction): string {
	return score.kind === "dnp"
		? t("card.spoken.dnp")
		: t(`card.spoken.${score.kind}`, { count: score.points, points: formatPoints(score.points) });
}

/** Whether a local or saved trade brings the player in or takes her out. */
const getChange = (view: SlotView): "in" | "out" | null => view.change ?? (view.isPlayerIncomingFromBE ? "in" : null);

/** The whole card as a sentence for screen readers. */
function formatSpokenCard(
	view: SlotView,
	player: PlayerView,
	{ stat, status, price }: { readonly stat: PoolStat; readonly status: CardPlayer["status"]; readonly price: string },
	t: TFunction,
): string {
	const fixture = formatFixture(player.fixture);
	const change = getChange(view);
	return [
		player.name,
		player.squad.name,
		player.entry.position.map((line) => t(`lineSpoken.${line}`)).join(", "),
		price,
		status && t(`status.${status}`),
		view.isCaptain && t("card.spoken.captain"),
		view.isViceCaptain && t("card.spoken.vice"),
		view.isBench && t("card.spoken.bench"),
		view.isUtility && t("lineSpoken.UTL"),
		view.isEmergency && t("card.spoken.emergency"),
		player.isLocked && t("card.spoken.locked"),
		fixture ?? t("card.spoken.bye"),
		// The price is above already.
		stat !== "cost" && `${t(`stat.${stat}`)} ${player.displayStat}`,
		change && t(change === "in" ? "card.spoken.incoming" : "card.spoken.outgoing"),
		view.substituted && t(view.substituted === "in" ? "card.spoken.substitutedIn" : "card.spoken.substitutedOut"),
		view.roundScore && formatSpokenScore(view.roundScore, t),
	]
		.filter((part): part is string => typeof part === "string" && part !== "")
		.join(", ");
}

/** The content of a slot's card. */
export function buildCardPlayer(
	view: SlotView,
	player: PlayerView,
	{ stat, fixtureRound, hasPrices }: Pick<ViewContext, "stat" | "fixtureRound" | "hasPrices">,
	t: TFunction,
): CardPlayer {
	const { roundScore } = view;
	const status = getAvailability(fixtureRound, player.entry);
	const price = hasPrices ? player.displayPrice : "";
	return {
		firstName: player.entry.firstName,
		lastName: player.entry.lastName,
		squadId: player.squad.id,
		positions: formatPositions(player.entry.position, t),
		price,
		fixture: player.isLocked ? "" : (formatFixture(player.fixture) ?? t("card.bye")),
		stat: t(`card.stat.${stat}`, { value: player.displayStat }),
		status,
		score: roundScore
			? {
					tone: roundScore.kind,
					text: formatScore(roundScore, t),
					...(roundScore.kind === "projected" ? { caption: t("card.projected") } : {}),
				}
			: null,
		role: view.isCaptain ? "captain" : view.isViceCaptain ? "vice" : view.isEmergency ? "emergency" : null,
		isLocked: player.isLocked,
		change: getChange(view),
		substituted: view.substituted,
		photo: player.playerImgPath,
		spoken: formatSpokenCard(view, player, { stat, status, price }, t),
	};
}

/** The cards of a team's players by slot. */
export const buildCards = (
	slots: readonly SlotView[],
	context: Pick<ViewContext, "stat" | "fixtureRound" | "hasPrices">,
	t: TFunction,
): ReadonlyMap<string, CardPlayer> =>
	new Map(
		slots.flatMap((view) => (view.player ? [[view.key, buildCardPlayer(view, view.player, context, t)] as const] : [])),
	);
