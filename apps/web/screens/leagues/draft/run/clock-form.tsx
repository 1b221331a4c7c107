import { changeDraftClock } from "@first-bounce/contract/draft/draft-process";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../components/button/button.tsx";
import { FormActions } from "../../../../components/form-card/form-card.tsx";
import { ErrorNotice } from "../../../../components/states/states.tsx";
import { showToast } from "../../../../components/toast/toasts.tsx";
import { ClockFields } from "../../create/draft-fields.tsx";
import { buildDraftForm, type WithDraft } from "../../model/draft-form.ts";
import { useDraft } from "../use-draft.ts";
import { useDraftAction } from "../use-draft-action.ts";
import styles from "./commissioner-drawer.module.css";

/** Changes the time for a pick, from the next pick on. */
export const ClockForm = () => {
	const { t } = useTranslation();
	const { league } = useDraft();
	const form = useForm<WithDraft>({ defaultValues: { draft: buildDraftForm(league, league.size) } });
	const change = useDraftAction(changeDraftClock, {
		meta: { hasInlineError: true },
		onSuccess: () => showToast({ tone: "good", text: t("draftRoom.run.clock.done") }),
	});
	const submit = form.handleSubmit(({ draft: { clock, pickTurnTime, nightPause } }) =>
		change.mutate({
			params: { id: league.id },
			body: { clock, pickTurnTime, nightPause: clock === "slow" ? nightPause : null },
		}),
	);
	return (
		<form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
			<p>{t("draftRoom.run.clock.text")}</p>
			<FormProvider {...form}>
				<ClockFields size={league.size} hasZone={false} />
			</FormProvider>
			<ErrorNotice error={change.error} />
			<FormActions>
				<Button type="submit" isPending={change.isPending}>
					{t("draftRoom.run.clock.submit")}
				</Button>
			</FormActions>
		</form>
	);
};
