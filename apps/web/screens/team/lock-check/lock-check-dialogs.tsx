import { lazyPart } from "../../../upgrade/lazy-part.ts";
import type { Board } from "../board/state/board.ts";
import { useLockCheck } from "./use-lock-check.ts";

const loadDialogs = () => import("./lock-check-sheet.tsx");
const LockCheckSheet = lazyPart(async () => (await loadDialogs()).LockCheckSheet);
const InstructionDialog = lazyPart(async () => (await loadDialogs()).InstructionDialog);

const ChangeTradeDialog = lazyPart(async () => (await import("../trade/change-trade.tsx")).ChangeTradeDialog);

/** The check before the next lock, the change of a trade and the instruction for a player, loaded when they are opened. */
export const LockCheckDialogs = ({ board }: { readonly board: Board }) => {
	const { isCheckOpen, instructionPlayerId, instructionId, changedTradeId, suggestedId } = useLockCheck();
	if (board.mode === "read") return null;
	if (changedTradeId !== null)
		return <ChangeTradeDialog key={changedTradeId} board={board} tradeId={changedTradeId} suggestedId={suggestedId} />;
	if (instructionPlayerId !== null)
		return (
			<InstructionDialog
				key={`${instructionPlayerId} ${instructionId}`}
				board={board}
				playerId={instructionPlayerId}
				instructionId={instructionId}
			/>
		);
	return isCheckOpen ? <LockCheckSheet board={board} /> : null;
};
