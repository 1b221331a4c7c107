import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import type { MatchEvent } from "./event-model.ts";
import { useEventText } from "./use-event-text.ts";

/** More frequent announcements would interrupt everything else that is read out. */
const ANNOUNCEMENT_INTERVAL_MS = 15_000;
const MAX_NAMED = 2;

/** Announces new events to screen readers, at most every fifteen seconds; only the newest two by name. */
export const EventAnnouncer = ({
	events,
	season,
}: {
	readonly events: readonly MatchEvent[];
	readonly season: Season;
}) => {
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
