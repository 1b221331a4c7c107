import { setAutopick } from "@first-bounce/contract/draft/draft-process";
import { AUTOPICK_MODES } from "@first-bounce/rules/draft/autopick";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../../components/dialog/dialog.tsx";
import { CheckboxField } from "../../../../components/fields/checkbox-field.tsx";
import { Segmented } from "../../../../components/segmented/segmented.tsx";
import frame from "../../frame/frame.module.css";
import { useDraftAction } from "../use-draft.ts";
import { useRoom } from "./use-room.ts";
import { isSoundOn, playTurnSound, storeSound } from "./use-turn-signals.ts";

/** When the game picks for the viewer, and whether a sound says that she is up. */
export const OptionsDialog = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
	const { t } = useTranslation();
	const { draft, model } = useRoom();
	const [hasSound, setHasSound] = useState(isSoundOn);
	const autopick = useDraftAction(setAutopick);
	if (!model.ownSeat) return null;
	const mode = autopick.isPending ? autopick.variables.body.mode : model.ownSeat.autopick;
	return (
		<Dialog title={t("draftRoom.autopick.title")} isOpen={isOpen} onClose={onClose}>
			<div className={frame.modal}>
				<Segmented
					label={t("draftRoom.autopick.title")}
					variant="chips"
					choices={AUTOPICK_MODES.map((value) => ({ value, label: t(`draftRoom.autopick.mode.${value}`) }))}
					value={mode}
					onChange={(value) => autopick.mutate({ params: { id: draft.board.leagueId }, body: { mode: value } })}
				/>
				<p className={frame.hint}>{t(`draftRoom.autopick.text.${mode}`)}</p>
				<p className={frame.hint}>{t("draftRoom.autopick.how")}</p>
				<CheckboxField
					name="sound"
					isSelected={hasSound}
					onChange={(isOn) => {
						storeSound(isOn);
						setHasSound(isOn);
						if (isOn) playTurnSound();
					}}
				>
					{t("draftRoom.sound")}
				</CheckboxField>
			</div>
		</Dialog>
	);
};
