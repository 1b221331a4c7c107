import type { Language } from "@first-bounce/contract/languages";

const en = {
	signIn: "Sign in",
	email: "E-mail address",
	password: "Password",
	newHere: "New here?",
	createAccount: "Create an account",
	forgotten: "Forgotten your password?",
	create: "Create account",
	firstName: "First name",
	lastName: "Last name",
	passwordHint: "At least 10 characters. A few words in a row make a good one.",
	haveAccount: "Have an account?",
	signOut: "Sign out",
	signOutText: "Do you want to sign out of First Bounce?",
	stay: "Stay signed in",
	lookAgain: "Please look again",
	didNotWork: "That did not work",
	back: "Back to First Bounce",
	ranOut: "This sign-in has run out. Please start again from First Bounce.",
	enterEmail: "Enter an e-mail address such as sam@example.org",
	enterPassword: "Enter your password",
	passwordTooLong: "A password has at most 200 characters",
	enterFirstName: "Enter your first name",
	enterLastName: "Enter your last name",
	nameTooLong: "A name has at most 60 characters",
	nameInLetters: "Enter your name in letters",
};

/** What the identity provider's own pages say. */
export type SignInWords = Readonly<Record<keyof typeof en, string>>;

const fr: SignInWords = {
	signIn: "Se connecter",
	email: "Adresse e-mail",
	password: "Mot de passe",
	newHere: "Première visite ?",
	createAccount: "Créer un compte",
	forgotten: "Mot de passe oublié ?",
	create: "Créer le compte",
	firstName: "Prénom",
	lastName: "Nom",
	passwordHint: "Au moins 10 caractères. Quelques mots à la suite font l’affaire.",
	haveAccount: "Vous avez un compte ?",
	signOut: "Se déconnecter",
	signOutText: "Voulez-vous vous déconnecter de First Bounce ?",
	stay: "Garder ma connexion",
	lookAgain: "À revoir",
	didNotWork: "Cela n’a pas marché",
	back: "Revenir à First Bounce",
	ranOut: "Cette connexion a expiré. Recommencez depuis First Bounce.",
	enterEmail: "Saisissez une adresse e-mail, par exemple sam@example.org",
	enterPassword: "Saisissez votre mot de passe",
	passwordTooLong: "Un mot de passe a au plus 200 caractères",
	enterFirstName: "Saisissez votre prénom",
	enterLastName: "Saisissez votre nom",
	nameTooLong: "Un nom a au plus 60 caractères",
	nameInLetters: "Saisissez votre nom en lettres",
};

export const SIGN_IN_WORDS: Readonly<Record<Language, SignInWords>> = { en, fr };
