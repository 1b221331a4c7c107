import type { MatchDayMatch, MatchDaySide } from "@first-bounce/contract/operator/match-day";
import { changeMatch } from "@first-bounce/contract/operator/season";
import { announceToAll } from "@first-bounce/contract/site/announcements";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { TFunction } from "i18next";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Table } from "../../../components/table/table.tsx";
import { formatPoints } from "../../../i18n/format.ts";
import { DateTime } from "../parts/date-time.tsx";
import { ActionButton } from "../parts/role.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { useClubs } from "../parts/use-clubs.ts";
import styles from "./match-day.module.css";

const TONES = { scheduled: "plain", playing: "live", complete: "good" } as const;
const TICK_MS = 1_000;

/** Older feed data of a live match counts as late. */
const STALE_AFTER_MS = 2 * MINUTE_MS;

interface Props {
	readonly shown: MatchDayMatch;
	readonly name: string;
	/** The server's time when it responded. */
	readonly answeredAt: string;
	/** This device's time when the response arrived. */
	readonly receivedAt: number;
	readonly onChange: () => void;
	readonly onAnnounce: () => void;
}

/** An age in its largest unit: "40 s", "3 min", "2 h", "5 d". */
function formatAge(age: number, t: TFunction<"operator">): string {
	if (age < MINUTE_MS) return t("matchDay.age.seconds", { count: Math.floor(age / 1_000) });
	if (age < HOUR_MS) return t("matchDay.age.minutes", { count: Math.floor(age / MINUTE_MS) });
	if (age < DAY_MS) return t("matchDay.age.hours", { count: Math.floor(age / HOUR_MS) });
	return t("matchDay.age.days", { count: Math.floor(age / DAY_MS) });
}

const useNow = (): number => {
	const [now, setNow] = useState(Date.now);
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), TICK_MS);
		return () => clearInterval(timer);
	}, []);
	return now;
};

/** The age of the feed's last good answer about the match, and the latest problem. */
const FeedAge = ({
	shown: { match, feed },
	answeredAt,
	receivedAt,
}: Pick<Props, "shown" | "answeredAt" | "receivedAt">) => {
	const { t } = useTranslation("operator");
	const now = useNow();
	const at = feed.lastResponseAt ?? feed.lastDataAt;
	const age = at === null ? null : Math.max(0, Date.parse(answeredAt) - Date.parse(at) + now - receivedAt);
	const isLate = match.status === "playing" && (age === null || age > STALE_AFTER_MS);
	return (
		<div className={styles.feed}>
			<Badge tone={isLate || feed.lastFault ? "bad" : "plain"}>
				{age === null
					? t("matchDay.noAnswer")
					: t(feed.lastResponseAt ? "matchDay.answered" : "matchDay.received", { age: formatAge(age, t) })}
			</Badge>
			{feed.lastFault ? <span className={styles.problem}>{feed.lastFault}</span> : null}
			{feed.quarantined > 0 ? (
				<Badge tone="warn">{t("matchDay.inQuarantine", { count: feed.quarantined })}</Badge>
			) : null}
		</div>
	);
};

const formatFigure = (figure: number | null | undefined) => (typeof figure === "number" ? formatPoints(figure) : "–");

const Side = ({ side }: { readonly side: MatchDaySide }) => {
	const { t } = useTranslation("operator");
	const { getShortName } = useClubs();
	const { squadId, players, named, score, points, last, usual, warnings } = side;
	const rows = [
		{ id: "players", head: t("matchDay.players"), value: named === null ? players : `${players} / ${named}` },
		{ id: "score", head: t("matchDay.score"), value: score ?? "–" },
		{ id: "points", head: t("matchDay.points"), value: formatPoints(points) },
	] as const;
	return (
		<section className={styles.side} aria-label={getShortName(squadId)}>
			<Table
				caption={getShortName(squadId)}
				hasVisibleCaption
				rows={rows}
				getKey={({ id }) => id}
				columns={[
					{ id: "figure", cell: ({ head }) => head },
					{ id: "now", head: t("matchDay.now"), cell: ({ value }) => value },
					{
						id: "last",
						head: last ? t("matchDay.last", { id: last.roundId }) : t("matchDay.lastNone"),
						cell: ({ id }) => formatFigure(last?.[id]),
					},
					{ id: "usual", head: t("matchDay.usual"), cell: ({ id }) => formatFigure(usual?.[id]) },
				]}
			/>
			{warnings.map((warning) => (
				<p key={warning} className={styles.warning}>
					{t(`matchDay.warning.${warning}`)}
				</p>
			))}
		</section>
	);
};

export const MatchCard = ({ shown, name, answeredAt, receivedAt, onChange, onAnnounce }: Props) => {
	const { t } = useTranslation("operator");
	const { match, listing, home, away } = shown;
	const { status, isAbandoned, startsAt, minutes, venue } = match;
	return (
		<li className={styles.match}>
			<header>
				<h3>{name}</h3>
				{isAbandoned ? (
					<Badge tone="bad">{t("matchStatus.abandoned")}</Badge>
				) : (
					<Badge tone={TONES[status]}>{t(`matchStatus.${status}`)}</Badge>
				)}
				<p>
					<DateTime at={startsAt} />
					{venue ? ` · ${venue}` : null}
					{minutes === null ? null : ` · ${t("matchDay.minutes", { count: minutes })}`}
				</p>
			</header>
			<FeedAge shown={shown} answeredAt={answeredAt} receivedAt={receivedAt} />
			{listing ? (
				<p className={styles.warning}>
					{t(`matchDay.listing.${listing.kind}`, { status: listing.status, id: listing.roundId })}
				</p>
			) : null}
			<div className={styles.sides}>
				<Side side={home} />
				<Side side={away} />
			</div>
			<div className={styles.buttons}>
				<ActionButton call={changeMatch} onPress={onChange} aria-label={t("rounds.changeMatch", { match: name })}>
					{t("change")}
				</ActionButton>
				<ActionButton
					call={announceToAll}
					onPress={onAnnounce}
					aria-label={t("matchDay.announceMatch", { match: name })}
				>
					{t("matchDay.announce")}
				</ActionButton>
			</div>
		</li>
	);
};
