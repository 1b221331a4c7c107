import type { PlayerId } from "@first-bounce/rules/ids";
import { computeNormalShare, NORMAL_80_PERCENT } from "@first-bounce/rules/projections/normal";
import { findRound, listSquadMatches } from "@first-bounce/rules/round/round";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { Button } from "../../../components/button/button.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { formatChance, formatMoney, formatMoneyChange } from "../../../i18n/format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import { getShortName } from "../../../players/short-name.ts";
import { type CoachSettingsEditor, getCoachList } from "../../../players/use-coach-settings.ts";
import { useLockCheck } from "../lock-check/use-lock-check.ts";
import styles from "./coach.module.css";
import { type SuggestionGain, useGainText } from "./suggestion-gain.ts";
import type { ChangeSuggestion, SuggestedTrade, Suggestion } from "./use-suggestions.ts";

const THOUSAND = 1_000;

/** An expected price rise, rounded to thousands because it is not more precise. */
const formatRise = (dollars: number): string => formatMoneyChange(Math.round(dollars / THOUSAND) * THOUSAND);

/** Formats the reasons for a suggested trade: why the old player should go, and what the new one brings. */
function useTradeReasons(season: Season, roundId: number) {
	const { t } = useTranslation();
	const formatGain = useGainText();
	const formatMatch = (playerId: PlayerId): string => {
		const squadId = season.playerById.get(playerId)?.squadId ?? 0;
		const round = findRound(season.rounds, roundId);
		const [match] = round ? listSquadMatches(squadId, round) : [];
		if (!match) return t("coach.bye");
		const isHome = match.homeSquadId === squadId;
		const club = season.squads.get(isHome ? match.awaySquadId : match.homeSquadId)?.name ?? "";
		return t(isHome ? "coach.home" : "coach.away", { club });
	};
	const getCost = (id: PlayerId): number => season.playerById.get(id)?.cost ?? 0;
	const formatPrice = (rise: number): string =>
		Math.abs(rise) < THOUSAND / 2 ? t("coach.priceSteady") : t("coach.price", { change: formatRise(rise) });
	return {
		formatOut: ({ outReason, playerInId, playerOutId, priceRiseOut }: SuggestedTrade): string => {
			const freed = getCost(playerOutId) - getCost(playerInId);
			if (outReason === "price" && freed > 0) return t("coach.out.frees", { amount: formatMoney(freed) });
			return t(`coach.out.${outReason}`, { price: formatPrice(priceRiseOut) });
		},
		/** Formats the reasons, with the points that the trade adds to the forecast. */
		formatIn: ({ playerInId, priceRiseIn }: SuggestedTrade, points: number): string =>
			[formatGain(points), formatPrice(priceRiseIn), formatMatch(playerInId)].join(", "),
	};
}

interface Props {
	readonly season: Season;
	readonly roundId: number;
	/** How many rounds ahead are considered. */
	readonly roundCount: number;
	readonly number: number;
	readonly suggestion: Suggestion;
	/** The points that the suggestion adds to the forecast on the panel. */
	readonly gain: SuggestionGain;
	readonly coach: CoachSettingsEditor;
	/** Whether the trades are added to a plan. */
	readonly isPlan: boolean;
	readonly onAdd: () => void;
}

interface TradeItemProps extends Pick<Props, "season" | "roundId" | "coach"> {
	readonly trade: SuggestedTrade;
	readonly points: number;
}

const TradeItem = ({ trade, points, season, roundId, coach }: TradeItemProps) => {
	const { t } = useTranslation();
	const { formatOut, formatIn } = useTradeReasons(season, roundId);
	const { playerOutId, playerInId } = trade;
	const isWaiting = coach.settings?.waitIds.includes(playerInId) ?? false;
	const renderPlayer = (direction: "out" | "in", id: PlayerId, why: ReactNode) => {
		const player = season.playerById.get(id);
		return (
			<p data-direction={direction}>
				<span className={styles.face} aria-hidden="true">
					{player ? <Portrait squadId={player.squadId} photo={season.getPhotoPath(player)} /> : null}
				</span>
				<span className={styles.way}>{t(`coach.${direction}Label`)}</span>
				<PlayerName id={id} name={season.getPlayerName(id)}>
					<b>{getShortName(id, season)}</b>
				</PlayerName>
				<span className={styles.why}>{why}</span>
			</p>
		);
	};
	return (
		<li>
			{renderPlayer("out", playerOutId, formatOut(trade))}
			{renderPlayer(
				"in",
				playerInId,
				<>
					{formatIn(trade, points)}
					{isWaiting ? (
						<em>
							<Icon name="star" size={12} /> {t("coach.onWaitList")}
						</em>
					) : null}
				</>,
			)}
		</li>
	);
};

/** The parts of a suggestion's gain besides its trades: the line-up and the captain. */
const LineupParts = ({ gain, season }: Pick<Props, "gain" | "season">) => {
	const { t } = useTranslation();
	const formatGain = useGainText();
	const { lineupPoints, captain, uncoveredIds } = gain;
	const isCaptainShown = captain.isNew || captain.points !== 0;
	if (lineupPoints === 0 && !isCaptainShown && uncoveredIds.length === 0) return null;
	return (
		<ul className={styles.parts}>
			{lineupPoints === 0 ? null : (
				<li>
					<Icon name="swap" size={13} /> {t("coach.lineupPart", { gain: formatGain(lineupPoints) })}
				</li>
			)}
			{isCaptainShown ? (
				<li>
					<Icon name="captain" size={13} />{" "}
					{t(captain.isNew ? "coach.newCaptainPart" : "coach.captainPart", {
						name: getShortName(captain.id, season),
						gain: formatGain(captain.points),
					})}
				</li>
			) : null}
			{uncoveredIds.length === 0 ? null : (
				<li data-tone="warn">
					<Icon name="alert" size={13} />{" "}
					{t("coach.stillUncovered", { names: uncoveredIds.map((id) => getShortName(id, season)).join(", ") })}
				</li>
			)}
		</ul>
	);
};

/** Buttons that keep the players who would go, or leave out those who would come in. Undo restores the suggestions. */
const SkipPlayers = ({ suggestion: { trades }, season, coach }: Pick<Props, "suggestion" | "season" | "coach">) => {
	const { t } = useTranslation();
	const { settings, setList } = coach;
	const choose = (id: PlayerId, list: "keep" | "ban") => {
		const before = settings && getCoachList(settings, id);
		setList(id, list);
		showToast({
			text: t(list === "keep" ? "coach.keptToast" : "coach.bannedToast", { name: season.getPlayerName(id) }),
			action: { label: t("team.undo"), onPress: () => setList(id, before) },
		});
	};
	const choices = trades.flatMap(({ playerOutId, playerInId }) => [
		{ id: playerOutId, list: "keep" as const },
		{ id: playerInId, list: "ban" as const },
	]);
	return (
		<details className={styles.skip}>
			<summary>{t("coach.skip")}</summary>
			<ul>
				{choices.map(({ id, list }) => (
					<li key={id}>
						<span>{getShortName(id, season)}</span>
						<Button
							variant="quiet"
							aria-label={t(list === "keep" ? "coach.keepPlayer" : "coach.banPlayer", {
								name: season.getPlayerName(id),
							})}
							onPress={() => choose(id, list)}
						>
							{t(list === "keep" ? "coach.keep" : "coach.ban")}
						</Button>
					</li>
				))}
			</ul>
		</details>
	);
};

/** The chance that the trades score more in the round, and the risk that follows from it. */
function computeChance(points: number, { low, high }: Suggestion["range"]) {
	const width = (high - low) / 2;
	const chance = width === 0 ? Number(points > 0) : computeNormalShare((points / width) * NORMAL_80_PERCENT);
	return { chance, risk: chance >= 0.8 ? "low" : chance >= 0.6 ? "some" : "high" } as const;
}

/** One suggestion: its gain, risks and reasons, and a button that prepares all of it. */
export const SuggestionCard = ({ suggestion, gain, number, roundCount, isPlan, onAdd, ...rest }: Props) => {
	const { t } = useTranslation();
	const formatGain = useGainText();
	const { trades, range, priceRise, bankAfter } = suggestion;
	const { chance, risk } = computeChance(gain.points, range);
	const title = t("coach.option", { number });
	const addText = t(isPlan ? "coach.addToPlan" : "coach.add");
	return (
		<li className={styles.card}>
			<h3>
				{title} <b>{t("coach.gain", { gain: formatGain(gain.points) })}</b>
			</h3>
			<p className={styles.facts}>
				<b className={styles.risk} data-risk={risk}>
					{t(`coach.risk.${risk}`)}
				</b>{" "}
				{t("coach.paysOff", { chance: formatChance(chance, { canChange: true }) })}
				{roundCount > 1 ? ` · ${t("coach.ahead", { gain: formatGain(gain.pointsAhead), count: roundCount })}` : ""}
			</p>
			<ul className={styles.trades}>
				{trades.map((trade, index) => (
					<TradeItem key={trade.playerOutId} trade={trade} points={gain.tradePoints[index] ?? 0} {...rest} />
				))}
			</ul>
			<LineupParts gain={gain} season={rest.season} />
			<p className={styles.facts}>
				{Math.abs(priceRise) < THOUSAND ? "" : `${t("coach.teamPrice", { change: formatRise(priceRise) })} · `}
				{t("coach.bankAfter", { amount: formatMoney(bankAfter) })}
			</p>
			<Button variant="main" icon={isPlan ? "plan" : "trade"} aria-label={`${addText}: ${title}`} onPress={onAdd}>
				{addText}
			</Button>
			<SkipPlayers suggestion={suggestion} season={rest.season} coach={rest.coach} />
		</li>
	);
};

interface ChangeTipsProps {
	readonly season: Season;
	readonly changes: readonly ChangeSuggestion[];
}

/** The best change of each half-locked trade, opened with one press. */
export const ChangeTips = ({ season, changes }: ChangeTipsProps) => {
	const { t } = useTranslation();
	const { openChange } = useLockCheck();
	const formatGain = useGainText();
	return changes.map(({ tradeId, half, trades: [trade], points }) =>
		trade ? (
			<p key={tradeId} className={styles.tip}>
				<span>
					{t("coach.changeTip", {
						in: season.getPlayerName(trade.playerInId),
						out: season.getPlayerName(trade.playerOutId),
						gain: formatGain(points),
					})}
				</span>
				<Button icon="trade" onPress={() => openChange(tradeId, half === "in" ? trade.playerInId : trade.playerOutId)}>
					{t("trade.change")}
				</Button>
			</p>
		) : null,
	);
};
