import type { League } from "@first-bounce/contract/leagues/league";
import { updateLeague } from "@first-bounce/contract/leagues/league-actions";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { Button } from "../../../components/button/button.tsx";
import { ConfirmDialog } from "../../../components/dialog/confirm-dialog.tsx";
import { useEditListener } from "../../../components/fields/form.ts";
import { FormActions, FormCard } from "../../../components/form-card/form-card.tsx";
import { Spinner } from "../../../components/spinner/spinner.tsx";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import { LeagueFields, NameField } from "../create/league-fields.tsx";
import { PictureField } from "../create/picture-field.tsx";
import { AverageField, OptionField, SizeField } from "../create/type-fields.tsx";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";
import { useResetAfterResult } from "../frame/use-reset-after-result.ts";
import {
	buildUpdateBody,
	canChangeOptions,
	getLeagueDetails,
	type LeagueDetails,
	listAllowedSizes,
	listStartRounds,
} from "../model/league-form.ts";

interface Props {
	readonly league: League;
	readonly onRemoved: () => void;
}

/** Removes a league's picture after confirmation; other changes of the form are not saved. */
const RemovePicture = ({ league, onRemoved }: Props) => {
	const { t } = useTranslation();
	const updates = useLeagueUpdates();
	const [isConfirming, setConfirming] = useState(false);
	const remove = useCallMutation(updateLeague, {
		onSuccess: ({ league: changed }) => {
			updates.setLeague(changed);
			onRemoved();
			updates.showSuccess(t("leagues.picture.done"));
			return updates.invalidateLeagues();
		},
		onSettled: () => setConfirming(false),
	});
	return (
		<>
			<Button variant="quiet" onPress={() => setConfirming(true)}>
				{t("leagues.picture.yes")}
			</Button>
			<ConfirmDialog
				title={t("leagues.picture.title")}
				text={t("leagues.picture.text", { league: league.name })}
				confirmLabel={t("leagues.picture.yes")}
				isOpen={isConfirming}
				onClose={() => setConfirming(false)}
				isPending={remove.isPending}
				onConfirm={() => remove.mutate({ params: { id: league.id }, body: { leagueId: league.id, avatar: null } })}
			/>
		</>
	);
};

/** A form for the league's details. A new picture is sent with them as multipart. */
export const LeagueDetailsForm = ({ league }: { readonly league: League }) => {
	const { t } = useTranslation();
	const updates = useLeagueUpdates();
	const update = useCallMutation(updateLeague, {
		onSuccess: ({ league: changed }) => {
			updates.setLeague(changed);
			form.reset(getLeagueDetails(changed));
			setFile(null);
			updates.showSuccess(t("leagues.settings.updated"));
			void updates.invalidateLeagues();
		},
	});
	useResetAfterResult(update);
	const season = useSeason();
	const timer = useSeasonTimer();
	const form = useForm<LeagueDetails>({
		values: getLeagueDetails(league),
		resetOptions: { keepDirtyValues: true },
	});
	const [name, colour] = form.watch(["name", "colour"]);
	const [file, setFile] = useState<File | null>(null);
	useEditListener(form, () => {
		if (!update.isPending) update.reset();
	});
	const isReady = (form.formState.isDirty || file !== null) && name.trim() !== "";
	const sizes = season.state === "ready" ? listAllowedSizes(league, season.value) : [];
	const starts =
		league.may.changeStart && season.state === "ready"
			? listStartRounds(season.value.rounds, timer.now(), season.value.rules.lastRound)
			: [];
	const submit = form.handleSubmit((details) => {
		if (!isReady || update.isPending) return;
		const request = { params: { id: league.id }, body: buildUpdateBody(league, details) };
		update.mutate(file ? { ...request, avatar: file } : request);
	});
	return (
		<FormCard title={t("leagues.settings.details")} onSubmit={() => void submit()}>
			<PictureField
				league={{ name, colour: colour ?? league.colour, avatar: league.avatar }}
				file={file}
				onChoose={(file) => {
					setFile(file);
					if (!update.isPending) update.reset();
				}}
			>
				{league.avatar ? <RemovePicture league={league} onRemoved={() => setFile(null)} /> : null}
			</PictureField>
			<FormProvider {...form}>
				<NameField error={name.trim() === "" ? t("leagues.form.nameMissing") : undefined} />
				<LeagueFields startRoundIds={starts} isPrivacyFixed={!league.may.changePrivacy} />
				{sizes.length > 0 ? <SizeField sizes={sizes} /> : null}
				{canChangeOptions(league) ? (
					<>
						{league.finals ? (
							<OptionField
								name="consolationGames"
								tip={t(`leagues.form.tip.consolationGames.${league.finalsSeries ? "series" : "grand"}`)}
							/>
						) : null}
						<OptionField name="medianGame" tip={t("leagues.form.tip.medianGame")} />
						{league.class === "draft" ? <AverageField /> : null}
					</>
				) : null}
			</FormProvider>
			<FormActions>
				<Button variant="main" type="submit" isDisabled={update.isIdle && !isReady} isPending={!update.isIdle}>
					{update.isPending ? <Spinner /> : null}
					<span aria-live="polite">{t(`leagues.settings.update.${update.status}`)}</span>
				</Button>
			</FormActions>
		</FormCard>
	);
};
