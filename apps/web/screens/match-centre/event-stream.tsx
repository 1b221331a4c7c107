import { isStatKey } from "@first-bounce/rules/scoring/stats";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { IN_PLACE, parseOneOf, withParams } from "../../app/search-params.ts";
import { Button } from "../../components/button/button.tsx";
import { Guernsey } from "../../components/guernsey/guernsey.tsx";
import { Segmented } from "../../components/segmented/segmented.tsx";
import { formatPoints } from "../../i18n/format.ts";
import { formatMatchClock } from "../../players/matches/use-match-label.ts";
import { getFullName } from "../../players/player-format.ts";
import { PlayerName } from "../../players/player-name.tsx";
import { EVENT_FILTERS, type EventFilter, listEvents, listFilters, type MatchEvent } from "./event-model.ts";
import styles from "./match-centre.module.css";
import { OwnerTags } from "./owner-tags.tsx";
import type { MatchCentre } from "./use-match-centre.ts";

const formatSigned = (points: number): string => `${points < 0 ? "−" : "+"}${Math.abs(points)}`;

/** Formats what an event changed: "+6 goal · +3 kick", or "+6 handballs ×2". */
function useEventText(): (event: Pick<MatchEvent, "changes">) => string {
	const { t } = useTranslation();
	const formatStat = (stat: string, count: number) => {
		const name = isStatKey(stat) ? t(`matchCentre.stat.${stat}`, { count }) : stat;
		return count === 1 ? name : t("matchCentre.times", { name, count });
	};
	return ({ changes }) =>
		changes
			.map(({ stat, count, points }) => `${formatSigned(points)} ${formatStat(stat, Math.abs(count))}`)
			.join(" · ");
}

/** More frequent announcements would interrupt everything else that is read out. */
const ANNOUNCEMENT_INTERVAL_MS = 15_000;
const MAX_NAMED = 2;

/** Announces new events to screen readers, at most every fifteen seconds; only the newest two by name. */
const EventAnnouncer = ({ events, season }: { readonly events: readonly MatchEvent[]; readonly season: Season }) => {
	const { t } = useTranslation();
	const formatEvent = useEventText();
	const [text, setText] = useState("");
	const [announced, setAnnounced] = useState<ReadonlySet<string>>(() => new Set(events.map(({ id }) => id)));
	const announce = useEffectEvent(() => {
		const fresh = events.filter(({ id }) => !announced.has(id));
		if (fresh.length === 0) return;
		const announcedEvents = fresh.slice(0, MAX_NAMED).map((event) => {
			const name = season.playerById.get(event.playerId)?.lastName ?? "";
			return t("matchCentre.announced", { name, changes: formatEvent(event), score: event.score });
		});
		const more = fresh.length - announcedEvents.length;
		setText([...announcedEvents, ...(more > 0 ? [t("matchCentre.announcedMore", { count: more })] : [])].join(" "));
		setAnnounced(new Set(events.map(({ id }) => id)));
	});
	useEffect(() => {
		const interval = setInterval(announce, ANNOUNCEMENT_INTERVAL_MS);
		return () => clearInterval(interval);
	}, []);
	return (
		<p className="spoken" aria-live="polite">
			{text}
		</p>
	);
};

const FILTER_PARAM = "show";
const PAGE_SIZE = 40;

const EventRow = ({ event, centre }: { readonly event: MatchEvent; readonly centre: MatchCentre }) => {
	const { t } = useTranslation();
	const { round, season, getPlayerOwners } = centre;
	const playerOwners = getPlayerOwners(event.playerId);
	const formatEvent = useEventText();
	const player = season.playerById.get(event.playerId);
	if (!player) return null;
	const { quarter, clockSeconds } = event;
	const clock =
		quarter === null
			? null
			: [
					t("player.live.quarter", { quarter }),
					...(clockSeconds === null ? [] : [formatMatchClock(clockSeconds)]),
				].join(" ");
	return (
		<li className={styles.event} data-owner={playerOwners.ownRole ? "mine" : undefined}>
			<span className={styles.guernsey}>
				<Guernsey squadId={getSquadInRound(player, round.id)} />
			</span>
			<div>
				<p>
					<PlayerName id={player.id} name={getFullName(player)}>
						{player.lastName}
					</PlayerName>{" "}
					<span className={styles.changes}>{formatEvent(event)}</span>
				</p>
				<p className={styles.counts}>
					{clock}
					{event.isCorrection ? (
						<small className={styles.tag} data-owner="correction">
							{t("matchCentre.correction")}
						</small>
					) : null}
					<OwnerTags {...playerOwners} />
				</p>
			</div>
			<strong>
				<span className="spoken">{t("matchCentre.scoreNow")} </span>
				{formatPoints(event.score)}
			</strong>
		</li>
	);
};

interface Props {
	readonly centre: MatchCentre;
	/** The switch above names the stream already, so its title is only for screen readers. */
	readonly isNamed: boolean;
}

/** The events, newest first, filtered by who has the player. */
export const EventStream = ({ centre, isNamed }: Props) => {
	const { t } = useTranslation();
	const [search, setSearch] = useSearchParams();
	const [limit, setLimit] = useState(PAGE_SIZE);
	const { season, shownFiles, getPlayerOwners, owners } = centre;
	const filters = listFilters(owners.data);
	const requested = parseOneOf(EVENT_FILTERS, search.get(FILTER_PARAM));
	const filter = requested && filters.includes(requested) ? requested : (filters[0] ?? "all");
	const events = useMemo(() => listEvents(shownFiles, filter, getPlayerOwners), [shownFiles, filter, getPlayerOwners]);
	const choose = (next: EventFilter) => {
		setLimit(PAGE_SIZE);
		setSearch((previous) => withParams(previous, { [FILTER_PARAM]: next }), IN_PLACE);
	};
	return (
		<section className={styles.card} aria-label={t("matchCentre.stream")}>
			<h2 className={isNamed ? "spoken" : ""}>{t("matchCentre.stream")}</h2>
			{filters.length > 1 ? (
				<Segmented
					label={t("matchCentre.filter.label")}
					variant="chips"
					choices={filters.map((value) => ({ value, label: t(`matchCentre.filter.${value}`) }))}
					value={filter}
					onChange={choose}
				/>
			) : null}
			{events.length === 0 ? (
				<p className={styles.empty}>{t(`matchCentre.nothing.${filter}`)}</p>
			) : (
				<ol>
					{events.slice(0, limit).map((event) => (
						<EventRow key={event.id} event={event} centre={centre} />
					))}
				</ol>
			)}
			{events.length > limit ? (
				<Button onPress={() => setLimit(limit + PAGE_SIZE)}>{t("matchCentre.more")}</Button>
			) : null}
			{/* Events of a file that has just loaded are not new. */}
			<EventAnnouncer key={`${filter} ${shownFiles.length}`} events={events} season={season} />
		</section>
	);
};
