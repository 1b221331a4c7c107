import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "../icon/icon.tsx";
import styles from "./toasts.module.css";

export interface Toast {
	readonly text: string;
	readonly tone?: "good" | "bad" | "plain";
	readonly action?: { readonly label: string; readonly onPress: () => void };
}
type Shown = Toast & { readonly id: number };

const SHOWN_FOR = 6_000;
let shown: readonly Shown[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly Shown[]): void {
	shown = next;
	for (const listener of listeners) listener();
}
const dismiss = (id: number): void => show(shown.filter((toast) => toast.id !== id));

/** A word in passing, read aloud politely; one with an action stays twice as long. Answers how to take it back sooner. */
export function tell(toast: Toast): () => void {
	const id = ++lastId;
	show([...shown.slice(-2), { ...toast, id }]);
	setTimeout(() => dismiss(id), toast.action ? 2 * SHOWN_FOR : SHOWN_FOR);
	return () => dismiss(id);
}

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};
const current = () => shown;
const ICONS: Readonly<Record<NonNullable<Toast["tone"]>, IconName>> = { good: "check", bad: "alert", plain: "info" };

/** Where toasts appear; one for the whole page. */
export const Toasts = () => {
	const { t } = useTranslation();
	const toasts = useSyncExternalStore(subscribe, current, current);
	return (
		<div className={styles.region} role="status">
			{toasts.map(({ id, text, tone = "plain", action }) => (
				<div key={id} className={styles.toast} data-tone={tone}>
					<Icon name={ICONS[tone]} />
					<span className={styles.text}>{text}</span>
					{action ? (
						<button
							type="button"
							className={styles.action}
							onClick={() => {
								action.onPress();
								dismiss(id);
							}}
						>
							{action.label}
						</button>
					) : null}
					<button type="button" className={styles.close} aria-label={t("state.dismiss")} onClick={() => dismiss(id)}>
						<Icon name="close" size={14} />
					</button>
				</div>
			))}
		</div>
	);
};
