import { useTranslation } from "react-i18next";
import { formatDateTime } from "../i18n/format.ts";
import styles from "./last-visit-note.module.css";

/**
 * Says when the data of the last visit was received, until it is replaced (D2.9.852). Takes no room, so that nothing moves when it
 * goes.
 *
 * @param receivedAt when the oldest of the data was received, in wall milliseconds
 */
export const LastVisitNote = ({ receivedAt }: { readonly receivedAt: number }) => {
	const { t } = useTranslation();
	if (receivedAt >= performance.timeOrigin) return null;
	return (
		<p role="status" className={styles.note}>
			{t("offline.lastVisit", { time: formatDateTime(receivedAt) })}
		</p>
	);
};
