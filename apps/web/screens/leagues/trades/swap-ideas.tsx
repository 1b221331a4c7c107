import type { TradeTeam } from "@first-bounce/contract/draft/trades";
import { type SuggestedSwap, suggestSwaps } from "@first-bounce/rules/draft/suggest-swaps";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { formatPoints, formatSignedPoints } from "../../../i18n/format.ts";
import { useCoachSettings } from "../../../players/use-coach-settings.ts";
import frame from "../frame/frame.module.css";
import rowStyles from "../frame/rows.module.css";
import styles from "./trades.module.css";
import { useTrades } from "./use-trades.tsx";

const MAX_SHOWN = 3;

/** The players of a squad who have a place in it and may be traded. */
const listSquad = ({ players }: TradeTeam) =>
	players.filter(({ isInjured }) => !isInjured).map(({ playerId: id, ...player }) => ({ id, ...player }));

interface Props {
	readonly own: TradeTeam;
	readonly other: TradeTeam;
	readonly onChoose: (swap: SuggestedSwap) => void;
}

/** Trades from which both teams gain by their projections, to begin an offer with. */
export const SwapIdeas = ({ own, other, onChoose }: Props) => {
	const { t } = useTranslation();
	const { season, rules, getTeamName } = useTrades();
	const swaps = useMemo(() => {
		const reserved = [own, other].flatMap(({ players }) => players.filter(({ isReserved }) => isReserved));
		const reservedIds = new Set(reserved.map(({ playerId }) => playerId));
		const options = { rules, mayMove: (id: number) => !reservedIds.has(id), maxSwaps: MAX_SHOWN };
		return suggestSwaps(listSquad(own), listSquad(other), options);
	}, [own, other, rules]);
	const { settings } = useCoachSettings();
	if (settings?.isHidden) return null;
	const getName = (id: number) => season.lookup(id)?.name ?? "";
	return (
		<section
			className={`${frame.card} ${frame.stack} ${frame.hint} ${styles.ideas}`}
			aria-label={t("trades.ideas.title")}
		>
			<h3>{t("trades.ideas.title")}</h3>
			{swaps.length === 0 ? <p>{t("trades.ideas.none", { team: getTeamName(other.teamId) })}</p> : null}
			<ul className={rowStyles.rows}>
				{swaps.map((swap) => {
					const { giveId, getId, ownGain, otherGain, range } = swap;
					const names = { give: getName(giveId), get: getName(getId) };
					return (
						<li key={`${giveId} ${getId}`}>
							<p>
								<b>{t("trades.ideas.swap", names)}</b>{" "}
								{t("trades.ideas.gains", {
									own: formatSignedPoints(Math.round(ownGain)),
									other: formatSignedPoints(Math.round(otherGain)),
									team: getTeamName(other.teamId),
									range: formatPoints(range),
								})}
							</p>
							<Button aria-label={t("trades.ideas.startLabel", names)} onPress={() => onChoose(swap)}>
								{t("trades.ideas.start")}
							</Button>
						</li>
					);
				})}
			</ul>
			{swaps.length > 0 ? <p>{t("trades.ideas.note", { team: getTeamName(other.teamId) })}</p> : null}
		</section>
	);
};
