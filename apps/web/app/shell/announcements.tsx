import { showAnnouncements } from "@first-bounce/contract/site/announcements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useCall } from "../../api/use-call.ts";
import { Notice } from "../../components/states/states.tsx";
import { readStoredJson, writeStorage } from "../session/browser-storage.ts";
import styles from "./announcements.module.css";

const REFRESH_MS = 60_000;
const STORAGE_KEY = "first-bounce announcements dismissed";
const MAX_DISMISSED = 50;

function readDismissedIds(): readonly number[] {
	const stored = readStoredJson("local", STORAGE_KEY);
	return Array.isArray(stored) ? stored.filter((id) => typeof id === "number") : [];
}

/** The announcements that were shown when the page was opened. */
function useInitialIds(ids: readonly number[]): readonly number[] {
	const { pathname } = useLocation();
	const [initial, setInitial] = useState<{ readonly pathname: string; readonly ids: readonly number[] }>({
		pathname,
		ids: [],
	});
	if (initial.pathname === pathname) return initial.ids;
	setInitial({ pathname, ids });
	return ids;
}

/**
 * The operators' announcements, shown until dismissed on this device. An announcement that arrives while a page is open covers the
 * top of that page instead of pushing it down; on the next page it has a place of its own.
 */
export const Announcements = () => {
	const { t } = useTranslation();
	const [dismissedIds, setDismissedIds] = useState(readDismissedIds);
	const { data } = useCall(showAnnouncements, {}, { refetchInterval: REFRESH_MS, staleTime: REFRESH_MS });
	const shown = data?.announcements.filter(({ id }) => !dismissedIds.includes(id)) ?? [];
	const initialIds = useInitialIds(shown.map(({ id }) => id));
	const dismiss = (id: number) => {
		const next = [id, ...dismissedIds].slice(0, MAX_DISMISSED);
		setDismissedIds(next);
		writeStorage("local", STORAGE_KEY, JSON.stringify(next));
	};
	if (shown.length === 0) return null;
	const newlyArrived = shown.filter(({ id }) => !initialIds.includes(id));
	const renderList = (list: typeof shown) =>
		list.map(({ id, text, tone }) => (
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
		));
	return (
		<section className={styles.announcements} aria-label={t("nav.announcements")}>
			{newlyArrived.length < shown.length ? (
				<div className={styles.list}>{renderList(shown.filter(({ id }) => initialIds.includes(id)))}</div>
			) : null}
			{newlyArrived.length > 0 ? (
				<div className={styles.overlay}>
					<div className={styles.list}>{renderList(newlyArrived)}</div>
				</div>
			) : null}
		</section>
	);
};
