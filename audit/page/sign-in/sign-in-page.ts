import { type Html, html } from '#kernel/platform/http/html.ts'
import { layout } from '../serving/layout.ts'
import type { Visit } from '../serving/visit.ts'

export type SignInFault = 'wrong' | 'noRight' | 'tooMuch'

interface SignIn {
  readonly next: string
  readonly fault?: SignInFault
}

export function signInPage(visit: Visit, { next, fault }: SignIn): Html {
  const { signIn } = visit.language.texts
  const withRight = (words: string) => words.replace('{right}', visit.site.name)
  const words = {
    wrong: signIn.wrong,
    noRight: withRight(signIn.noRight),
    tooMuch: signIn.tooMany,
  }
  const body = html`
<h1>${signIn.title}</h1>
<p>${withRight(signIn.intro)}</p>
${fault !== undefined && html`<p class="fault" role="alert" id="fault">${words[fault]}</p>`}
<form class="card" method="post" action="${visit.site.root}/sign-in">
<input type="hidden" name="next" value="${next}">
<label for="user">${signIn.user}</label>
<input id="user" name="user" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="200" autofocus${fault !== undefined && html` aria-describedby="fault" aria-invalid="true"`}>
<label for="secret">${signIn.secret}</label>
<input id="secret" name="secret" type="password" autocomplete="current-password" required maxlength="500">
<button>${signIn.submit}</button>
</form>
<p class="hint">${signIn.ended}</p>`
  return layout(visit, { title: signIn.title, body })
}
