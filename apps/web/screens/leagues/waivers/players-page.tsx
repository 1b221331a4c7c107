import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { memo, useCallback } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { paths } from "../../../app/paths.ts";
import { IN_PLACE, parseWholeNumber, withParams } from "../../../app/search-params.ts";
import { StatusBadge } from "../../../components/badges/badges.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { EmptyState } from "../../../components/states/states.tsx";
import { CoachCard } from "../../../draft-league/coach/coach-card.tsx";
import { getStateKind, type PlayerStateKind, useStateText } from "../../../draft-league/player-state.ts";
import { useDraftFigures } from "../../../draft-league/use-draft-figures.ts";
import { formatInteger, formatPoints } from "../../../i18n/format.ts";
import { PlayerFilters } from "../../../players/filters/player-filters.tsx";
import { findNextFixture, formatFixture, formatPositions, getFullName } from "../../../players/player-format.ts";
import { PlayerSummary } from "../../../players/player-summary.tsx";
import { getRoundProjection } from "../../../players/team-score.ts";
import poolStyles from "../draft/room/player-pool.module.css";
import { Figures } from "../draft/room/pool-player.tsx";
import frame from "../frame/frame.module.css";
import { useByeText } from "../frame/use-bye-text.ts";
import { TakeDialog } from "./take-dialog.tsx";
import { type PlayersView, SHOWN, usePlayersView } from "./use-players-view.ts";
import { useWaivers } from "./use-waivers.tsx";
import { WaiverStrip } from "./waiver-strip.tsx";
import styles from "./waivers.module.css";

interface RowProps {
	readonly leagueId: number;
	readonly player: PlayerEntry;
	readonly season: Season;
	readonly kind: PlayerStateKind;
	/** Who owns her, or until when she is on waivers, in words. */
	readonly stateText: string;
	/** The percentage of draft leagues in which she is owned; null while too few are counted. */
	readonly ownedPercent: number | null;
	readonly isClaimed: boolean;
	/** Whether the user has a team that may take players. */
	readonly hasTeam: boolean;
	readonly onTake: (player: PlayerEntry) => void;
}

const SHOWN_ROUNDS = 3;

/** Her scores in the last complete rounds, newest last: "72 · – · 65". */
function formatLastResults({ stats }: PlayerEntry, { rounds }: Season): string {
	const complete = rounds.filter(({ status }) => status === "complete").slice(-SHOWN_ROUNDS);
	return complete
		.map(({ id }) => stats.scores[String(id)])
		.map((points) => (points === undefined ? "–" : formatPoints(points)))
		.join(" · ");
}

const Action = ({ leagueId, player, kind, isClaimed, hasTeam, onTake }: RowProps) => {
	const { t } = useTranslation();
	const name = getFullName(player);
	if (kind === "locked")
		return (
			<span className={styles.locked} title={t("waivers.state.locked")}>
				<Icon name="lock" size={16} />
			</span>
		);
	if (hasTeam && kind === "owned")
		return (
			<Link
				className={styles.trade}
				to={paths.leagueTradeOffer.to(leagueId, { player: player.id })}
				aria-label={t("waivers.row.tradeName", { name })}
			>
				{t("waivers.row.trade")}
			</Link>
		);
	// An empty cell keeps the row's columns in place.
	if (!hasTeam || kind === "own" || kind === "owned" || kind === "barred") return <span className={styles.locked} />;
	const action = kind === "free" ? "add" : isClaimed ? "claimed" : "claim";
	return (
		<button
			type="button"
			className={`${poolStyles.draft} ${styles.take}`}
			data-kind={action}
			aria-label={t(`waivers.row.${action}Name`, { name })}
			onClick={() => onTake(player)}
		>
			{t(`waivers.row.${action}`)}
		</button>
	);
};

/** A player with her state in the league, her next match, her figures and what the user may do. */
const PlayerRow = memo((props: RowProps) => {
	const { player, season, kind, stateText, ownedPercent } = props;
	const { t } = useTranslation();
	const formatByes = useByeText(season);
	const { squadId, position, status, statusNote } = player;
	const next = findNextFixture(player, season);
	const fixture = next === null ? null : (formatFixture(next) ?? t("card.bye"));
	const byes = formatByes(squadId);
	const owned = ownedPercent === null ? null : t("waivers.row.owned", { percent: formatInteger(ownedPercent) });
	return (
		<li className={`${poolStyles.row} ${styles.row}`} data-dimmed={kind === "locked" || undefined}>
			<PlayerSummary player={player} season={season}>
				<small>
					<StatusBadge status={status} label={t(`status.${status}`)} />{" "}
					{[formatPositions(position, t), player.squad.abbreviation, fixture, byes, owned].filter(Boolean).join(" · ")}
				</small>
				{statusNote ? <small className={poolStyles.problem}>{statusNote}</small> : null}
			</PlayerSummary>
			<span className={styles.last}>
				<span className="spoken">{t("waivers.row.last")} </span>
				{formatLastResults(player, season)}
			</span>
			<Figures player={player} projectedPoints={getRoundProjection(player, null, season)} />
			<span className={styles.state} data-kind={kind}>
				{stateText}
			</span>
			<Action {...props} />
		</li>
	);
});

/** The same array in every render, so that the coach does not compute again. */
const NO_CLAIMS: readonly never[] = [];

const Bar = ({ view }: { readonly view: PlayersView }) => {
	const { t } = useTranslation();
	const { found, sort, setSort, shown, setShown } = view;
	return (
		<div className={styles.bar}>
			<p role="status">{t("pool.count", { count: found.length })}</p>
			<SelectChip
				label={t("waivers.show")}
				value={shown}
				isActive={shown !== "available"}
				choices={SHOWN.map((value) => ({ value, label: t(`waivers.shown.${value}`) }))}
				onChange={setShown}
			/>
			<SelectChip
				label={t("pool.sort")}
				value={sort}
				choices={view.sorts.map((value) => ({ value, label: t(`waivers.sort.${value}`) }))}
				onChange={setSort}
			/>
		</div>
	);
};

/** Which player's dialog is open, as the address says, so that other pages link to it. */
function useTaking() {
	const [search, setSearch] = useSearchParams();
	const playerId = parseWholeNumber(search.get("add")) ?? 0;
	const dropId = parseWholeNumber(search.get("drop"));
	const setPlayer = useCallback(
		(id: number | null) => setSearch((previous) => withParams(previous, { add: id, drop: null }), IN_PLACE),
		[setSearch],
	);
	return { playerId, dropId, setPlayer };
}

/** The league's players, by default those whom nobody owns, best first. */
export const PlayersPage = () => {
	const { t } = useTranslation();
	const waivers = useWaivers();
	const { season, ownTeam, claims } = waivers;
	const getDraftFigures = useDraftFigures(season);
	const view = usePlayersView(waivers, getDraftFigures);
	const getStateText = useStateText(waivers, waivers.now);
	const { playerId, dropId, setPlayer } = useTaking();
	const take = useCallback((player: PlayerEntry) => setPlayer(player.id), [setPlayer]);
	const claimed = new Set(claims.result.data?.claims.map((claim) => claim.playerId));
	const { found, shownCount } = view;
	// A player whom another team has taken meanwhile stays in the dialog, which says so.
	const mayTake = ownTeam !== null && !ownTeam.playerIds.includes(playerId) && season.playerById.has(playerId);
	return (
		<>
			<WaiverStrip isShort />
			<CoachCard
				leagueId={waivers.league.id}
				season={season}
				rules={waivers.league.squad}
				players={waivers}
				isLocked={waivers.isLocked}
				claims={claims.result.data?.claims ?? NO_CLAIMS}
			/>
			<section className={`${frame.card} ${poolStyles.pool} ${styles.pool}`} aria-label={t("leagues.tabs.players")}>
				<PlayerFilters filter={view.filter} onChange={view.changeFilter} squads={season.squads} hasPrices={false} />
				<Bar view={view} />
				{found.length === 0 ? (
					<EmptyState icon="search" title={t("pool.none")} text={t("waivers.noneText")}>
						<Button onPress={view.reset}>{t("pool.reset")}</Button>
					</EmptyState>
				) : null}
				<ol>
					{found.slice(0, shownCount).map((player) => (
						<PlayerRow
							key={player.id}
							leagueId={waivers.league.id}
							player={player}
							season={season}
							kind={getStateKind(player.id, waivers)}
							stateText={getStateText(player.id)}
							ownedPercent={getDraftFigures(player.id)?.ownedPercent ?? null}
							isClaimed={claimed.has(player.id)}
							hasTeam={ownTeam !== null}
							onTake={take}
						/>
					))}
				</ol>
				{found.length > shownCount ? <Button onPress={view.showMore}>{t("draftRoom.pool.more")}</Button> : null}
				<TakeDialog addOrClaim={mayTake ? { playerId, dropId, claim: null } : null} onClose={() => setPlayer(null)} />
			</section>
		</>
	);
};
