import { showDraftLeague } from "@first-bounce/contract/draft/draft";
import { resetDraft } from "@first-bounce/contract/draft/draft-process";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey } from "../../../../api/use-call.ts";
import { Button } from "../../../../components/button/button.tsx";
import { TextField } from "../../../../components/fields/text-field.tsx";
import { FormActions } from "../../../../components/form-card/form-card.tsx";
import { ErrorNotice } from "../../../../components/states/states.tsx";
import frame from "../../frame/frame.module.css";
import { useDraft, useDraftAction } from "../use-draft.ts";

/** Deletes all picks, after the user has typed the league's name. */
export const ResetDraft = () => {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const { league } = useDraft();
	const [name, setName] = useState("");
	const params = { id: league.id };
	const reset = useDraftAction(resetDraft, {
		meta: { hasInlineError: true },
		onSuccess: (changed) => queryClient.setQueryData(callKey(showDraftLeague, { params }), changed),
	});
	return (
		<div className={frame.stack}>
			<p className={frame.hint}>{t("draftRoom.run.reset.text")}</p>
			<TextField
				name="leagueName"
				label={t("draftRoom.run.reset.name", { league: league.name })}
				value={name}
				onChange={setName}
			/>
			<ErrorNotice error={reset.error} />
			<FormActions>
				<Button
					icon="trash"
					isDisabled={name.trim() === ""}
					isPending={reset.isPending}
					onPress={() => reset.mutate({ params, body: { name } })}
				>
					{t("draftRoom.run.reset.submit")}
				</Button>
			</FormActions>
		</div>
	);
};
