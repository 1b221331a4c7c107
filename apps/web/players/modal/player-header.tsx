import { getHeaderColours, getWatermarkOpacity } from "@first-bounce/contract/clubs/club-colours";
import type { MatchEntry, PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { TFunction } from "i18next";
import type { CSSProperties } from "react";
import { Button } from "react-aria-components/Button";
import { Heading } from "react-aria-components/Dialog";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { useIsVisitor } from "../../api/use-user.ts";
import { StatusBadge } from "../../components/badges/badges.tsx";
import { Guernsey } from "../../components/guernsey/guernsey.tsx";
import { useKit } from "../../components/guernsey/kit-theme.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { Portrait } from "../../components/player-card/portrait.tsx";
import { formatMoney, formatPoints } from "../../i18n/format.ts";
import { useMatchTime } from "../../i18n/use-match-time.ts";
import { useSeasonNow } from "../../live/season-clock.ts";
import { findLiveMatch, type LiveMatch } from "../matches/live-match.ts";
import {
	computeAge,
	findNextFixture,
	formatMatchup,
	formatPositions,
	getAvailability,
	getFullName,
} from "../player-format.ts";
import { formatChangeOrHold, NO_VALUE } from "../stat-tiles.ts";
import { useFavourites } from "../use-favourites.ts";
import styles from "./player-modal.module.css";

interface Props {
	readonly player: PlayerEntry;
	readonly season: Season;
	readonly onClose: () => void;
}

function useNextFixtureText(player: PlayerEntry, season: Season): string {
	const { t } = useTranslation();
	const formatTime = useMatchTime();
	const next = findNextFixture(player, season);
	if (!next) return NO_VALUE;
	const [first] = next;
	const matchup = formatMatchup(player.squad.abbreviation, next, t("card.bye"));
	return first ? `${matchup} · ${formatTime(first.startsAt, season.getTimeZone(first.matchId))}` : matchup;
}

const FavouriteButton = ({ player }: { readonly player: PlayerEntry }) => {
	const { t } = useTranslation();
	const { ids, toggle } = useFavourites();
	const isStarred = ids.has(player.id);
	const name = getFullName(player);
	return (
		<Button
			className={styles.round ?? ""}
			aria-label={t(isStarred ? "player.unstar" : "player.star", { name })}
			onPress={() => toggle(player.id)}
		>
			<Icon name={isStarred ? "star" : "starOpen"} size={20} />
		</Button>
	);
};

/** The progress of a match: its quarter, else its minutes; empty if neither is known. */
function formatProgress({ quarter, minutes }: MatchEntry, t: TFunction): string {
	if (quarter !== null) return t("player.live.quarter", { quarter });
	return minutes === null ? "" : t("player.live.minutes", { minutes });
}

/** "BAL 34 – 28 KOA"; without the scores where they are unknown. */
function formatMatch({ homeSquadId, awaySquadId, homeScore, awayScore }: MatchEntry, { squads }: Season): string {
	const [home, away] = [homeSquadId, awaySquadId].map((id) => squads.get(id)?.abbreviation ?? "");
	if (homeScore === null || awayScore === null) return `${home} v ${away}`;
	return `${home} ${formatPoints(homeScore)} – ${formatPoints(awayScore)} ${away}`;
}

/** A player's live score, her projected score, and the match that she is playing. */
export const LiveFacts = ({ live, season }: { readonly live: LiveMatch; readonly season: Season }) => {
	const { t } = useTranslation();
	const { match, points, expectedPoints } = live;
	const progress = formatProgress(match, t);
	return (
		<dl className={styles.live}>
			<div>
				<dt className={styles.liveLabel}>{t("team.liveScore")}</dt>
				<dd>{points === null ? NO_VALUE : formatPoints(points)}</dd>
			</div>
			<div>
				<dt>{t("team.projected")}</dt>
				<dd>{formatPoints(Math.round(expectedPoints))}</dd>
			</div>
			<div>
				<dt>{progress === "" ? t("player.live.match") : `${t("player.live.match")} · ${progress}`}</dt>
				<dd>{formatMatch(match, season)}</dd>
			</div>
		</dl>
	);
};

/** Name, club and price, in the club's colours. */
export const PlayerHeader = ({ player, season, onClose }: Props) => {
	const { t } = useTranslation();
	const isVisitor = useIsVisitor();
	const now = useSeasonNow(() => null);
	const next = useNextFixtureText(player, season);
	const age = computeAge(player.birthday, now);
	const { background, text } = getHeaderColours(useKit(player.squadId));
	const hold = t("pool.hold");
	const live = findLiveMatch(player, season);
	const status = getAvailability(season.current, player);
	const prices = [
		{ id: "price", value: formatMoney(player.cost) },
		{ id: "seasonChange", value: formatChangeOrHold(player.cost_season_diff, season, hold) },
		{ id: "roundChange", value: formatChangeOrHold(player.cost_round_diff, season, hold) },
	] as const;
	const facts = live ? prices : ([...prices, { id: "next", value: next }] as const);
	return (
		<header className={styles.header} style={{ "--ground": background, "--club-ink": text } as CSSProperties}>
			<span className={styles.watermark} style={{ opacity: getWatermarkOpacity(player.squadId) }} data-watermark>
				<Guernsey squadId={player.squadId} />
			</span>
			<span className={styles.portrait}>
				<Portrait squadId={player.squadId} photo={season.getPhotoPath(player)} />
			</span>
			<div className={styles.who}>
				<Heading slot="title">
					{player.firstName} <b>{player.lastName}</b>
				</Heading>
				<p>
					{status === null ? null : (
						<span className={styles.status}>
							<StatusBadge status={status} />
							{t(`status.${status}`)}
							{player.statusNote ? ` · ${player.statusNote}` : null}
						</span>
					)}
					<span>{formatPositions(player.position, t)}</span>
					<span>{player.squad.name}</span>
					<span>
						{t("player.age")} {age === null ? t("player.ageUnavailable") : age}
					</span>
				</p>
			</div>
			<div className={styles.corner}>
				{isVisitor ? null : <FavouriteButton player={player} />}
				<Button className={styles.round ?? ""} aria-label={t("state.close")} onPress={onClose}>
					<Icon name="close" size={18} />
				</Button>
			</div>
			<dl className={styles.facts}>
				{facts.map(({ id, value }) => (
					<div key={id}>
						<dt>{t(`player.fact.${id}`)}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			{live ? <LiveFacts live={live} season={season} /> : null}
		</header>
	);
};
