/** The page of a link as a browser got it, and a way to send its form. */
export async function openTokenForm(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  const text = await response.text();
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  const form = /name="form" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const send = (
    token: string,
    {
      to = url,
      origin = new URL(url).origin,
      site = "same-origin",
      withCookie = cookie,
      withForm = form,
    } = {},
  ) =>
    fetch(to, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: withCookie,
        ...(origin !== "" && { origin }),
        ...(site !== "" && { "sec-fetch-site": site }),
      },
      body: new URLSearchParams({ token, form: withForm }),
    });
  return { response, text, cookie, form, send };
}
