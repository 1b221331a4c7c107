import type { SuggestedMove } from "@first-bounce/rules/draft/suggest-moves";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { paths } from "../../app/paths.ts";
import { ButtonLink } from "../../components/button/button-link.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { formatPoints, formatSignedPoints } from "../../i18n/format.ts";
import { PlayerName } from "../../players/player-name.tsx";
import { useCoachSettings } from "../../players/use-coach-settings.ts";
import { getStateKind } from "../player-state.ts";
import styles from "./coach.module.css";
import { type CoachedTeam, countRoundsToPlay, listCoachMoves } from "./coach-moves.ts";

interface Props extends CoachedTeam {
	readonly leagueId: number;
}

const getName = (season: Season, id: number | null): string => season.lookup(id ?? 0)?.name ?? "";

/** Why the coach would make a move, in a sentence. */
function useReason() {
	const { t } = useTranslation();
	return ({ reason, addId, dropId }: SuggestedMove, { playerById }: Season): string => {
		const add = playerById.get(addId);
		const drop = playerById.get(dropId ?? 0);
		return t(`draftCoach.reason.${reason}`, {
			add: add?.lastName,
			drop: drop?.lastName,
			points: formatPoints(add?.stats.estimate ?? 0),
			otherPoints: formatPoints(drop?.stats.estimate ?? 0),
			positions: add?.position.map((line) => t(`lineName.${line}`)).join("/"),
		});
	};
}

const Move = ({ move, leagueId, season, players }: Props & { readonly move: SuggestedMove }) => {
	const { t } = useTranslation();
	const getReason = useReason();
	const { addId, dropId, roundGain, restGain, range } = move;
	const isFree = getStateKind(addId, players) === "free";
	const [add, drop] = [getName(season, addId), getName(season, dropId)];
	const address = paths.leaguePlayers.to(leagueId, { add: addId });
	return (
		<li>
			<p className={styles.move}>
				<PlayerName id={addId} name={add} />{" "}
				<small>{dropId === null ? t("draftCoach.dropNobody") : t("draftCoach.drop", { name: drop })}</small>
			</p>
			<p>{getReason(move, season)}</p>
			<dl>
				<div>
					<dt>{t("draftCoach.round")}</dt>
					<dd>{formatSignedPoints(Math.round(roundGain))}</dd>
				</div>
				<div>
					<dt>{t("draftCoach.rest", { count: countRoundsToPlay(season) })}</dt>
					<dd>
						{formatSignedPoints(Math.round(restGain))} <small>± {formatPoints(range)}</small>
					</dd>
				</div>
			</dl>
			<ButtonLink
				to={dropId === null ? address : `${address}&drop=${dropId}`}
				aria-label={t(isFree ? "waivers.row.addName" : "waivers.row.claimName", { name: add })}
			>
				{t(isFree ? "waivers.row.add" : "waivers.row.claim")}
			</ButtonLink>
		</li>
	);
};

/** Whom the coach would claim or add for a team, whom it would drop for her, and what that gains. */
export const CoachCard = (props: Props) => {
	const { t } = useTranslation();
	const { season, rules, players, isLocked, claims } = props;
	const { settings } = useCoachSettings();
	const isPlaying = season.current?.status === "playing";
	const moves = useMemo(
		() => (isPlaying ? [] : listCoachMoves({ season, rules, players, isLocked, claims })),
		[isPlaying, season, rules, players, isLocked, claims],
	);
	const [first] = moves;
	if (settings?.isHidden || !players.ownTeam || countRoundsToPlay(season) === 0) return null;
	const summary = first
		? t(first.dropId === null ? "draftCoach.summaryRoom" : "draftCoach.summary", {
				add: getName(season, first.addId),
				drop: getName(season, first.dropId),
				points: formatSignedPoints(Math.round(first.restGain)),
			})
		: t(isPlaying ? "draftCoach.playing" : "draftCoach.none");
	if (!first)
		return (
			<p className={styles.quiet}>
				<Icon name="wand" size={18} /> {summary}
			</p>
		);
	return (
		<details className={styles.coach}>
			<summary>
				<Icon name="wand" size={18} /> <span>{summary}</span>
			</summary>
			<ol>
				{moves.map((move) => (
					<Move key={move.addId} {...props} move={move} />
				))}
			</ol>
			<p className={styles.note}>
				{t("draftCoach.note")} <Link to={paths.projections.to()}>{t("player.howGood")}</Link>
			</p>
		</details>
	);
};
