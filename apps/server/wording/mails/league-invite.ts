import type { Language } from "@first-bounce/contract/languages";
import { nameInMail } from "../mails.ts";

interface Invitation {
	readonly league: string;
	readonly code: string;
	readonly inviter: string;
	readonly join: string;
	readonly unsubscribe: string;
}
interface Mail {
	readonly subject: string;
	readonly text: string;
}

const en = (mail: Invitation): Mail => ({
	subject: `${mail.inviter} invites you to the league ${mail.league}`,
	text: `Hello,

${mail.inviter} would like to play First Bounce with you in the league "${mail.league}".

Join here:
${mail.join}

Or sign in and enter the league's code: ${mail.code}

You get this mail because ${mail.inviter} gave us your address; we keep it for this invitation only.
No more invitations to this address:
${mail.unsubscribe}
`,
});

const fr = (mail: Invitation): Mail => ({
	subject: `${mail.inviter} vous invite dans la ligue ${mail.league}`,
	text: `Bonjour,

${mail.inviter} aimerait jouer à First Bounce avec vous, dans la ligue « ${mail.league} ».

Pour y entrer :
${mail.join}

Ou connectez-vous et tapez le code de la ligue : ${mail.code}

Vous recevez ce message parce que ${mail.inviter} nous a donné votre adresse ; nous ne la gardons que pour cette invitation.
Pour ne plus recevoir d’invitations à cette adresse :
${mail.unsubscribe}
`,
});

const WORDS: Readonly<Record<Language, (mail: Invitation) => Mail>> = { en, fr };

/** What an invitation to a league says, in the inviter's language. Names come from people: they stand in plain text only. */
export const inviteMail = (mail: Invitation, language: Language): Mail =>
	WORDS[language]({ ...mail, league: nameInMail(mail.league), inviter: nameInMail(mail.inviter) });
