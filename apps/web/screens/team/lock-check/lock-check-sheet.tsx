import { useTranslation } from "react-i18next";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { useMedia } from "../../../live/use-media.ts";
import type { Board } from "../board/state/board.ts";
import { CaptainAdvice } from "./captain-advice.tsx";
import { FixList } from "./fix-list.tsx";
import { InstructionList } from "./instruction-list.tsx";
import styles from "./lock-check.module.css";
import { useLockCheck } from "./use-lock-check.ts";

export { InstructionDialog } from "./instruction-dialog.tsx";

/** The check before the next lock: issues to fix, captain advice and the team's instructions. */
export const LockCheckSheet = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { close } = useLockCheck();
	const isWide = useMedia("(min-width: 48em)");
	return (
		<Dialog variant={isWide ? "box" : "sheet"} title={t("teamStatus.title")} isOpen onClose={close}>
			<div className={styles.sheet}>
				<FixList board={board} />
				{board.season.rules.captainFactor === 1 ? null : <CaptainAdvice board={board} />}
				{board.draft ? null : <InstructionList board={board} />}
			</div>
		</Dialog>
	);
};
