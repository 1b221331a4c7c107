import { showAnnouncements } from "@first-bounce/contract/calls";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../api/use-call.ts";
import { Notice } from "../../components/states/states.tsx";
import styles from "./announcements.module.css";

const EVERY_MINUTE = 60_000;
const KEPT = "first-bounce announcements dismissed";
const MOST_KEPT = 50;

function readDismissed(): readonly number[] {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
		return Array.isArray(kept) ? kept.filter((id) => typeof id === "number") : [];
	} catch {
		return [];
	}
}

function keepDismissed(ids: readonly number[]): void {
	try {
		localStorage.setItem(KEPT, JSON.stringify(ids));
	} catch {
		// A browser that keeps nothing shows it again next time.
	}
}

/** What the operators tell everyone, on every screen, until it is dismissed on this device. Silent when it cannot be had. */
export const Announcements = () => {
	const { t } = useTranslation();
	const [dismissed, setDismissed] = useState(readDismissed);
	const { data } = useCall(showAnnouncements, {}, { refetchInterval: EVERY_MINUTE, staleTime: EVERY_MINUTE });
	const shown = data?.announcements.filter(({ id }) => !dismissed.includes(id)) ?? [];
	const dismiss = (id: number) => {
		const next = [id, ...dismissed].slice(0, MOST_KEPT);
		setDismissed(next);
		keepDismissed(next);
	};
	if (shown.length === 0) return null;
	return (
		<section className={styles.announcements} aria-label={t("nav.announcements")}>
			{shown.map(({ id, text, tone }) => (
				<Notice
					key={id}
					tone={tone}
					action={
						<button type="button" className={styles.dismiss} onClick={() => dismiss(id)}>
							{t("state.dismiss")}
						</button>
					}
				>
					{text}
				</Notice>
			))}
		</section>
	);
};
