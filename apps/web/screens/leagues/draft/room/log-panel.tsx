import { useTranslation } from "react-i18next";
import { FOCUSABLE } from "../../../../components/table/table.tsx";
import { formatDateTime, formatTimeOfDay } from "../../../../i18n/format.ts";
import { getSeatStyle } from "../model/draft-room.ts";
import styles from "./room.module.css";
import { useLogText } from "./use-log-text.ts";
import { useRoom } from "./use-room.ts";

/** Everything that happened in the room, newest first. */
export const LogPanel = () => {
	const { t } = useTranslation();
	const { draft, model, season } = useRoom();
	const formatEntry = useLogText(model, season);
	return (
		<section {...FOCUSABLE} aria-label={t("draftRoom.log.title")}>
			<ol className={styles.log}>
				{draft.board.log.toReversed().map((entry) => (
					<li
						key={entry.id}
						data-kind={entry.action}
						style={entry.teamId === null ? undefined : getSeatStyle(model.seatById.get(entry.teamId))}
					>
						<time dateTime={entry.at} title={formatDateTime(Date.parse(entry.at))}>
							{formatTimeOfDay(Date.parse(entry.at))}
						</time>
						<span>{formatEntry(entry)}</span>
					</li>
				))}
			</ol>
		</section>
	);
};
