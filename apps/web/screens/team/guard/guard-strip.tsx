import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { Notice } from "../../../components/states/states.tsx";
import type { Board } from "../board/state/board.ts";
import type { SaveState } from "../editor/use-autosave.ts";
import styles from "./guard-strip.module.css";
import { LockTimers } from "./lock-timers.tsx";
import { useCalmWords } from "./use-calm-words.ts";
import { type Statement, useStatements } from "./use-statements.ts";

const ICONS = { info: "info", warn: "alert", bad: "alert", good: "check", still: "lock" } as const;

const All = ({ statements, onClose }: { readonly statements: readonly Statement[]; readonly onClose: () => void }) => {
	const { t } = useTranslation();
	return (
		<Dialog title={t("guard.title")} isOpen onClose={onClose}>
			<div className={styles.all}>
				{statements.map(({ tone, text }) => (
					<Notice key={text} tone={tone}>
						{text}
					</Notice>
				))}
			</div>
		</Dialog>
	);
};

/** One strip over the ground that is always there: when the next locks fall, and what happens if nothing changes. */
export const GuardStrip = ({ board, save }: { readonly board: Board; readonly save: SaveState }) => {
	const { t } = useTranslation();
	const [isOpen, setOpen] = useState(false);
	const statements = useStatements(board, save);
	const calm = useCalmWords(board);
	const [first] = statements;
	const tone = first?.tone ?? calm.tone;
	const others = statements.length - 1;
	return (
		<section className={styles.strip} data-tone={tone} aria-label={t("guard.title")}>
			<LockTimers board={board} />
			<div className={styles.said}>
				<button type="button" className={styles.words} disabled={!first} onClick={() => setOpen(true)}>
					<Icon name={ICONS[tone]} size={15} />
					<span className={styles.text} role={tone === "bad" ? "alert" : "status"}>
						{first?.text ?? calm.text}
					</span>
					{others > 0 ? (
						<span className={styles.more}>
							+{others} <span className="spoken">{t("guard.more", { count: others })}</span>
						</span>
					) : null}
				</button>
				{first?.action ? (
					<Button look="quiet" onPress={first.action.onPress}>
						{first.action.label}
					</Button>
				) : null}
			</div>
			{isOpen && first ? <All statements={statements} onClose={() => setOpen(false)} /> : null}
		</section>
	);
};
