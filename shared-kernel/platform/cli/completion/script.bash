# Completion of `npm run @PROGRAM@ -- …` and `node @ENTRY@ …` in bash, from 3.2 on.
_sarraf_table_@ID@=@TABLE@
_sarraf_entry_@ID@=@ENTRY@

# The same in the script of every program.

# Puts the rows of the table for the word at the cursor into COMPREPLY.
_sarraf_candidates() {
  local table=$1 path=$2 current=${!#} place=0 option='' word row kind name _
  local words=("${@:3:$#-3}")
  for word in ${words[@]+"${words[@]}"}; do
    if [[ -n $option ]]; then
      option=''
    elif [[ $word == -* ]]; then
      [[ $table == *$'\n'"$path"$'\toption\t'"$word"$'\t'* ]] && option=$word
    elif [[ $table == *$'\n'"$path"$'\tcommand\t'"$word"$'\t'* ]]; then
      path="$path $word"
    else
      place=$((place + 1))
    fi
  done
  local wanted="command argument$place" start='' typed=$current
  if [[ -n $option ]]; then
    wanted="=$option"
  elif [[ $current == --*=* ]]; then
    wanted="=${current%%=*}" start="${current%%=*}=" typed=${current#*=}
  elif [[ $current == -* ]]; then
    wanted='option flag'
  fi
  local hasRows=''
  while IFS=$'\t' read -r row kind name _; do
    [[ $row == "$path" && " $wanted " == *" $kind "* ]] || continue
    hasRows=yes
    [[ $name == "$typed"* ]] && COMPREPLY+=("$start$name")
  done <<<"$table"
  # Where nothing is listed, a file may be meant.
  [[ -z $hasRows ]] || compopt +o default 2>/dev/null
}

# Bash replaces only what follows the last of its word breaks, such as `=` or `:`.
_sarraf_without_breaks() {
  local current=$1 breaks=${COMP_WORDBREAKS//[^:=]/} at
  [[ -n $breaks && $current == *["$breaks"]* ]] || return 0
  local kept="${current%"${current##*["$breaks"]}"}"
  for at in ${COMPREPLY[@]+"${!COMPREPLY[@]}"}; do COMPREPLY[at]=${COMPREPLY[at]#"$kept"}; done
}

# The program that the words call, and how many words precede its own.
_sarraf_program() {
  local at word runs='' entry
  program='' skipped=0
  for ((at = 1; at < ${#words[@]} - 1; at++)); do
    word=${words[at]}
    if [[ ${words[0]##*/} == node ]]; then
      [[ $word == -* ]] && continue
      for entry in ${!_sarraf_entry_@}; do
        [[ $word == "${!entry}" || $word == */"${!entry}" ]] && program=${entry#_sarraf_entry_}
      done
      skipped=$((at + 1))
      return 0
    fi
    if [[ $word == -- && -n $program ]]; then
      skipped=$((at + 1))
      return 0
    fi
    [[ $word == -* ]] && continue
    if [[ -z $runs ]]; then
      [[ $word == run || $word == run-script || $word == rum || $word == urn ]] || break
      runs=yes
    elif [[ -z $program ]]; then
      program=$word
    fi
  done
  program=''
}

_sarraf() {
  local line=${COMP_LINE:0:COMP_POINT} words program skipped
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  _sarraf_program
  local table=_sarraf_table_${program//-/_} before=_sarraf_before_${1##*/}
  if [[ -n $program && -n ${!table-} ]]; then
    COMPREPLY=()
    _sarraf_candidates "${!table}" "${program//-/_}" "${words[@]:skipped}"
    _sarraf_without_breaks "${words[${#words[@]} - 1]}"
  elif [[ -n ${!before-} ]]; then
    "${!before}" "$@"
  fi
}

# What completed npm and node before goes on to do so.
for _sarraf_name in npm node; do
  if [[ $(complete -p "$_sarraf_name" 2>/dev/null) =~ -F\ ([^ ]+) && ${BASH_REMATCH[1]} != _sarraf ]]; then
    printf -v "_sarraf_before_$_sarraf_name" %s "${BASH_REMATCH[1]}"
  fi
  complete -o default -F _sarraf "$_sarraf_name"
done
unset _sarraf_name
